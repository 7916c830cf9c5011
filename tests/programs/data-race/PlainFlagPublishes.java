/** The flag that announces the data is not volatile: neither is ordered. */
public class PlainFlagPublishes {
    private static int data;
    private static boolean ready;

    static void produceBad() {
        data = 42;  // expect: data-race PlainFlagPublishes.data
        ready = true;  // expect: data-race PlainFlagPublishes.ready
    }

    public static void main(String[] args) {
        new Thread(PlainFlagPublishes::produceBad).start();
        if (ready) {
            System.out.println(data);
        }
    }
}
