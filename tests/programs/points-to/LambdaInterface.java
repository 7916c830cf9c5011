import java.util.function.Function;
import java.util.function.Supplier;

/** References to methods of an interface, with and without their receiver. */
public class LambdaInterface {
    interface Shape {
        Object area();

        default Object name() {
            return this;
        }
    }

    static class Square implements Shape {
        public Object area() {
            return new Object();
        }
    }

    static class Circle implements Shape {
        public Object area() {
            return new Object();
        }

        @Override
        public Object name() {
            return "circle";
        }
    }

    public static void main(String[] args) {
        Shape square = new Square();
        Shape circle = new Circle();
        Supplier<Object> bound = square::area;
        see(bound.get());  // points to: Object@16; calls: Square.area
        Function<Shape, Object> unbound = Shape::area;
        see(unbound.apply(circle));  // points to: Object@22; calls: Circle.area
        Function<Shape, Object> inherited = Shape::name;
        see(inherited.apply(square));  // points to: Square@32; calls: Shape.name
    }

    static void see(Object o) {}
}
