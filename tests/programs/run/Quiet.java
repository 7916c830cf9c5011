/** One thread that does what its argument names; nothing to find. */
public final class Quiet {
    private Quiet() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "exit" -> System.exit(5);
            case "exception" -> throw new IllegalStateException("as it was told");
            case "echo" -> System.in.transferTo(System.out);
            case "print" -> {
                byte[] line = "0123456789abcde\n".getBytes();
                for (int i = 0; i < 1 << 18; i++) {
                    System.out.write(line, 0, line.length);
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.flush();
    }
}
