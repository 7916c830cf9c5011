/** A virtual call goes where the receiver's class says, and nowhere else. */
public class VirtualDispatch {
    static class Animal {
        Object sound() {  // unreached
            return null;
        }
    }

    static class Dog extends Animal {
        @Override
        Object sound() {
            return new Object();
        }
    }

    static class Puppy extends Dog {}

    static class Cat extends Animal {
        @Override
        Object sound() {
            return new Object();
        }
    }

    static class Fish extends Animal {
        @Override
        Object sound() {  // unreached
            return null;
        }
    }

    public static void main(String[] args) {
        Animal animal = args.length == 0 ? new Puppy() : new Cat();
        see(animal.sound());  // points to: Object@12 Object@21; calls: Dog.sound, Cat.sound
        if (animal instanceof Cat) {
            see(((Cat) animal).sound());  // points to: Object@21; calls: Cat.sound
        }
        Animal none = null;
        if (args.length > 7) {
            none.sound();  // calls: nothing
        }
    }

    static void see(Object o) {}
}
