/** An inner class reads a private field of its outer object in another thread. */
public class InnerClassField {
    private int value;

    private class Reader implements Runnable {
        @Override
        public void run() {
            System.out.println(value);
        }
    }

    void workBad() {
        new Thread(new Reader()).start();
        value = 1;  // expect: data-race InnerClassField.value
    }

    public static void main(String[] args) {
        new InnerClassField().workBad();
    }
}
