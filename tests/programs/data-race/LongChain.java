/** What a chain of calls makes is one thread's own, however long the chain is; what is kept is not. */
public class LongChain {
    private final Object[] values = {"a", "b", "c"};
    private final StringBuilder kept = new StringBuilder();

    String textOk() {
        return new StringBuilder()
                .append("0=").append(values[0])
                .append("1=").append(values[1])
                .append("2=").append(values[2])
                .append("3=").append(values[0])
                .append("4=").append(values[1])
                .append("5=").append(values[2])
                .append("6=").append(values[0])
                .append("7=").append(values[1])
                .append("8=").append(values[2])
                .append("9=").append(values[0])
                .append("10=").append(values[1])
                .append("11=").append(values[2])
                .append("12=").append(values[0])
                .append("13=").append(values[1])
                .toString();
    }

    void keepBad() {
        kept.append("a").append("b"); // expect: data-race LongChain.kept
    }

    public static void main(String[] args) {
        LongChain shared = new LongChain();
        Runnable work = () -> {
            System.out.println(shared.textOk());
            shared.keepBad();
        };
        new Thread(work).start();
        work.run();
    }
}
