/** A local object that two lambdas capture. */
public class LambdaCapturesObject {
    static class Box {
        int value;
    }

    static void workBad() {
        Box box = new Box();
        new Thread(() -> box.value = 1).start();  // expect: data-race LambdaCapturesObject$Box.value
        new Thread(() -> System.out.println(box.value)).start();
    }

    public static void main(String[] args) {
        workBad();
    }
}
