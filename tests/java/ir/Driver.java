package ir;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Calls static methods, as standard input says. A line is "class method argument…", separated by tabs; an
 * argument is its type's letter and its value: I, J, F and D (their bits), S (hexadecimal UTF-16) or N
 * (null). Answers a line each: the result in the same form, V for void, or "throws" and a class.
 */
public final class Driver {
    public static void main(String[] none) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        PrintStream out = new PrintStream(System.out, false);
        Map<String, Method> methods = new HashMap<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split("\t");
            out.println(answer(methods, parts));
        }
        out.flush();
    }

    private static String answer(Map<String, Method> methods, String[] parts) {
        try {
            Method method = methods.get(parts[0] + parts[1]);
            if (method == null) {
                for (Method found : Class.forName(parts[0]).getDeclaredMethods()) {
                    if (found.getName().equals(parts[1])) method = found;
                }
                method.setAccessible(true);
                methods.put(parts[0] + parts[1], method);
            }
            Class<?>[] types = method.getParameterTypes();
            Object[] arguments = new Object[types.length];
            for (int i = 0; i < types.length; i++) arguments[i] = argument(parts[i + 2], types[i]);
            return result(method.invoke(null, arguments), method.getReturnType());
        } catch (InvocationTargetException error) {
            return "throws " + error.getTargetException().getClass().getName();
        } catch (Throwable error) {
            return "cannot " + error;
        }
    }

    private static Object argument(String text, Class<?> type) {
        String value = text.substring(1);
        switch (text.charAt(0)) {
            case 'N': return null;
            case 'J': return Long.parseLong(value);
            case 'F': return Float.intBitsToFloat(Integer.parseInt(value));
            case 'D': return Double.longBitsToDouble(Long.parseLong(value));
            case 'S': return text(value);
            default: return integer(Integer.parseInt(value), type);
        }
    }

    private static Object integer(int value, Class<?> type) {
        if (type == boolean.class) return value != 0;
        if (type == byte.class) return (byte) value;
        if (type == short.class) return (short) value;
        if (type == char.class) return (char) value;
        return value;
    }

    private static String text(String value) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < value.length(); i += 4) {
            out.append((char) Integer.parseInt(value.substring(i, i + 4), 16));
        }
        return out.toString();
    }

    private static String result(Object value, Class<?> type) {
        if (type == void.class) return "V";
        if (value == null) return "N";
        if (value instanceof Boolean) return (Boolean) value ? "I1" : "I0";
        if (value instanceof Character) return "I" + (int) (Character) value;
        if (value instanceof Long) return "J" + value;
        if (value instanceof Float) return "F" + Float.floatToIntBits((Float) value);
        if (value instanceof Double) return "D" + Double.doubleToLongBits((Double) value);
        if (value instanceof Number) return "I" + value;
        StringBuilder out = new StringBuilder("S");
        for (char c : ((String) value).toCharArray()) out.append(String.format("%04x", (int) c));
        return out.toString();
    }
}
