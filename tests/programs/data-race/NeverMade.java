/** Fields of an object that nobody makes are accessed, and nothing comes of it. */
public class NeverMade {
    static class Ghost {
        int value;
    }

    static Ghost ghost;

    static void touchOk() {
        if (ghost != null) {
            ghost.value++;
        }
    }

    public static void main(String[] args) {
        new Thread(NeverMade::touchOk).start();
        touchOk();
    }
}
