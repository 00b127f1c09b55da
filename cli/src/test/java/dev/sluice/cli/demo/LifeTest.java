package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LifeTest {
    private int effects;

    /** How many writes were answered before it died. */
    private int live(Life life) {
        int answers = 0;
        try {
            while (true) {
                life.write(() -> ++effects);
                answers++;
            }
        } catch (IOException died) {
            return answers;
        }
    }

    @Test
    void itDiesBeforeTheEffectOrAfterIt() {
        boolean before = false;
        boolean after = false;
        for (int seed = 0; seed < 20; seed++) {
            effects = 0;
            int answers = live(new Life(new Random(seed)));
            assertThat(answers).isLessThan(60);
            before |= effects == answers;
            after |= effects == answers + 1;
            assertThat(effects - answers).isBetween(0, 1);
        }
        assertThat(before).isTrue();
        assertThat(after).isTrue();
    }

    @Test
    void theDeadDoNothing() {
        Life life = new Life(new Random(1));
        live(life);
        effects = 0;

        assertThat(life.isOver()).isTrue();
        assertThatThrownBy(life::check).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> life.write(() -> ++effects)).isInstanceOf(IOException.class);
        assertThat(effects).isZero();
        assertThat(life.deaths()).isEqualTo(1);
    }

    @Test
    void itBeginsAgain() throws IOException {
        Life life = new Life(new Random(1));
        live(life);

        life.beginAgain();

        life.check();
        live(life);
        assertThat(life.deaths()).isEqualTo(2);
    }
}
