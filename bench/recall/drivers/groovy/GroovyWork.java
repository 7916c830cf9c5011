import groovy.lang.Binding;
import groovy.lang.Closure;
import groovy.lang.GroovyClassLoader;
import groovy.lang.GroovyObject;
import groovy.lang.GroovyShell;

/** Groovy: scripts that it compiles to classes and runs, with closures and a class of their own. */
public class GroovyWork {
    public static void main(String[] args) throws Exception {
        Binding binding = new Binding();
        binding.setVariable("n", 20);
        GroovyShell shell = new GroovyShell(binding);
        System.out.println(shell.evaluate("(1..n).collect { it * it }.findAll { it % 3 }.sum()"));
        System.out.println(shell.evaluate("def m = [a: 1, b: [2, 3]]; m.c = n; m.collectEntries { k, v -> [v, k] }.keySet().toString()"));
        System.out.println(shell.evaluate("\"${n + 1} and ${'x' * 3}\".toString().replaceAll(/\\d/) { it + it }"));
        try (GroovyClassLoader loader = new GroovyClassLoader()) {
            Class<?> point = loader.parseClass("class P { int x; P plus(P p) { new P(x: x + p.x) }\n String toString() { \"P$x\" } }");
            GroovyObject made = (GroovyObject) point.getConstructor().newInstance();
            made.setProperty("x", 4);
            System.out.println(made.invokeMethod("plus", made));
        }
        Closure<?> closure = (Closure<?>) shell.evaluate("{ a, b = 2 -> a + b }");
        System.out.println(closure.call(3) + " " + closure.curry(1).call(5));
    }
}
