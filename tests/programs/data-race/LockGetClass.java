/** getClass() is another object for each subclass, and the counter is the base class's. */
public class LockGetClass {
    static class Shape {
        private static int drawn;

        void drawBad() {
            synchronized (getClass()) {
                drawn++;  // expect: data-race LockGetClass$Shape.drawn
            }
        }
    }

    static class Circle extends Shape {}

    static class Square extends Shape {}

    public static void main(String[] args) {
        Shape circle = new Circle();
        Shape square = new Square();
        new Thread(circle::drawBad).start();
        new Thread(square::drawBad).start();
    }
}
