/** A generic object that two threads share, and one that each thread has for itself. */
public class GenericBox {
    static class Box<T> {
        T value;
    }

    static class Pair<T> {
        T value;
    }

    static void sharedBad() {
        Box<String> box = new Box<>();
        new Thread(() -> box.value = "a").start();  // expect: data-race GenericBox$Box.value
        System.out.println(box.value);
    }

    static void ownOk() {
        Pair<String> pair = new Pair<>();
        pair.value = "mine";
        System.out.println(pair.value);
    }

    public static void main(String[] args) {
        sharedBad();
        new Thread(GenericBox::ownOk).start();
        new Thread(GenericBox::ownOk).start();
    }
}
