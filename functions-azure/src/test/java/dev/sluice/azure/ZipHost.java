package dev.sluice.azure;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Logger;

/**
 * Stands in for the Functions host: a process with nothing in it but the deployed files and the library that the Java
 * worker brings. It makes the calls that come on its standard input, each with a new function object, and answers on its
 * standard output; the log goes to standard error.
 */
public final class ZipHost {
    private final ClassLoader functions;
    private final DataOutputStream answers;

    private ZipHost(ClassLoader functions, DataOutputStream answers) {
        this.functions = functions;
        this.answers = answers;
    }

    /**
     * Serves calls until there are no more.
     *
     * @param arguments the folder of the unpacked zip, and the jar of the worker's library
     */
    public static void main(String[] arguments) throws Exception {
        DataOutputStream answers =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        System.setOut(System.err);
        List<URL> jars = new ArrayList<>();
        File root = new File(arguments[0]);
        for (File folder : List.of(root, new File(root, "lib"))) {
            for (File file : sorted(folder)) {
                if (file.getName().endsWith(".jar")) {
                    jars.add(file.toURI().toURL());
                }
            }
        }
        jars.add(new File(arguments[1]).toURI().toURL());
        URLClassLoader loader = new URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        new ZipHost(loader, answers).serve(new DataInputStream(new BufferedInputStream(System.in)));
        System.exit(0);
    }

    private static File[] sorted(File folder) {
        File[] files = folder.listFiles();
        Arrays.sort(files);
        return files;
    }

    private void serve(DataInputStream calls) throws IOException {
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task);
            thread.setContextClassLoader(functions);
            return thread;
        });
        while (true) {
            int number;
            try {
                number = calls.readInt();
            } catch (EOFException end) {
                threads.shutdown();
                return;
            }
            String function = calls.readUTF();
            List<Object> values = HostCalls.read(calls);
            threads.execute(() -> answer(number, call(function, values)));
        }
    }

    private synchronized void answer(int number, String failure) {
        try {
            answers.writeInt(number);
            byte[] text = failure.getBytes(StandardCharsets.UTF_8);
            answers.writeInt(text.length);
            answers.write(text);
            answers.flush();
        } catch (IOException e) {
            System.exit(2);
        }
    }

    /** Empty if it returned. */
    private String call(String function, List<Object> values) {
        try {
            Class<?> type = functions.loadClass(function);
            Method run = Arrays.stream(type.getMethods())
                    .filter(method -> method.getName().equals("run"))
                    .findFirst()
                    .orElseThrow();
            Class<?> context = functions.loadClass("com.microsoft.azure.functions.ExecutionContext");
            List<Object> arguments = new ArrayList<>(values);
            arguments.add(Proxy.newProxyInstance(
                    functions,
                    new Class<?>[] {context},
                    (proxy, method, ignored) ->
                            method.getName().equals("getLogger") ? Logger.getLogger(function) : null));
            run.invoke(type.getDeclaredConstructor().newInstance(), arguments.toArray());
            return "";
        } catch (InvocationTargetException e) {
            StringWriter trace = new StringWriter();
            e.getCause().printStackTrace(new PrintWriter(trace));
            return trace.toString();
        } catch (ReflectiveOperationException e) {
            return "cannot call: " + e;
        }
    }
}
