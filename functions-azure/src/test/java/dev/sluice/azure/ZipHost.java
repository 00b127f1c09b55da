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
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

    /**
     * Empty if it returned; or status and body of its answer by HTTP, and the messages that it put out, a line each. What it
     * threw if it did not return.
     */
    private String call(String function, List<Object> values) {
        try {
            Class<?> type = functions.loadClass(function);
            Method run = Arrays.stream(type.getMethods())
                    .filter(method -> method.getName().equals("run"))
                    .findFirst()
                    .orElseThrow();
            List<String> lines = new ArrayList<>();
            List<Object> arguments = new ArrayList<>();
            for (Object value : values) {
                arguments.add(
                        value instanceof HostCalls.Http request
                                ? request(request)
                                : value instanceof HostCalls.Output ? output(lines) : value);
            }
            if (arguments.size() < run.getParameterCount()) {
                arguments.add(context(function));
            }
            Object response = run.invoke(type.getDeclaredConstructor().newInstance(), arguments.toArray());
            if (response != null) {
                lines.add(0, response.toString());
            }
            return String.join("\n", lines);
        } catch (InvocationTargetException e) {
            StringWriter trace = new StringWriter();
            e.getCause().printStackTrace(new PrintWriter(trace));
            return trace.toString();
        } catch (ReflectiveOperationException e) {
            return "cannot call: " + e;
        }
    }

    private Object proxy(String type, InvocationHandler handler) throws ClassNotFoundException {
        return Proxy.newProxyInstance(
                functions, new Class<?>[] {functions.loadClass("com.microsoft.azure.functions." + type)}, handler);
    }

    private Object context(String function) throws ClassNotFoundException {
        return proxy(
                "ExecutionContext",
                (proxy, method, ignored) -> method.getName().equals("getLogger") ? Logger.getLogger(function) : null);
    }

    private Object request(HostCalls.Http request) throws ClassNotFoundException {
        return proxy(
                "HttpRequestMessage",
                (proxy, method, arguments) -> method.getName().equals("getBody")
                        ? Optional.of(request.body())
                        : responseBuilder(new StringBuilder(arguments[0].toString())));
    }

    /** Builds what says status and body. */
    private Object responseBuilder(StringBuilder answer) throws ClassNotFoundException {
        Object response = proxy("HttpResponseMessage", (proxy, method, arguments) -> answer.toString());
        return proxy("HttpResponseMessage$Builder", (proxy, method, arguments) -> {
            switch (method.getName()) {
                case "body" -> answer.append(' ').append(arguments[0]);
                case "build" -> {
                    return response;
                }
                default -> {}
            }
            return proxy;
        });
    }

    private Object output(List<String> lines) throws ClassNotFoundException {
        return proxy("OutputBinding", (proxy, method, arguments) -> {
            for (Object message : (List<?>) arguments[0]) {
                lines.add(json(message));
            }
            return null;
        });
    }

    /** As the Java worker does, by the public fields. */
    private static String json(Object message) throws IllegalAccessException {
        StringBuilder json = new StringBuilder("{");
        for (Field field : message.getClass().getFields()) {
            json.append(json.length() > 1 ? "," : "")
                    .append('"')
                    .append(field.getName())
                    .append("\":\"")
                    .append(field.get(message))
                    .append('"');
        }
        return json.append('}').toString();
    }
}
