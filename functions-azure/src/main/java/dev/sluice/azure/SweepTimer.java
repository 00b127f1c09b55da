package dev.sluice.azure;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.TimerTrigger;
import java.io.IOException;

/** Goes over what is parked, every five minutes. The timer may be late, and two may run at once; a sweep minds neither. */
public final class SweepTimer {
    /**
     * Sweeps once.
     *
     * @param timer what the host tells of the schedule; of no use here
     */
    @FunctionName("Sweep")
    public void run(@TimerTrigger(name = "timer", schedule = "0 */5 * * * *") String timer, ExecutionContext context)
            throws IOException {
        App.get().sweep(context.getLogger());
    }
}
