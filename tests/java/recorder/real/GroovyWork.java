import groovy.lang.GroovyShell;

/** Some work for Groovy: scripts that it compiles, with invokedynamic call sites and closures. */
public class GroovyWork {
    public static void main(String[] args) {
        GroovyShell shell = new GroovyShell();
        shell.setVariable("n", 20);
        System.out.println(shell.evaluate("(1..n).collect { it * it }.findAll { it % 3 }.sum()"));
        System.out.println(shell.evaluate("def m = [a: 1]; m.b = n; \"${m} ${m.getClass()}\""));
        System.out.println(
                shell.evaluate("class P { int x; P plus(P p) { new P(x: x + p.x) } };"
                        + " (new P(x: 1) + new P(x: n)).x"));
    }
}
