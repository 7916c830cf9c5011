/** The subclass locks, the superclass does not. */
public class InheritedField {
    static class Base {
        protected int value;

        int getBad() {
            return value;  // expect: data-race InheritedField$Base.value
        }
    }

    static class Derived extends Base {
        synchronized void set(int value) {
            this.value = value;
        }
    }

    public static void main(String[] args) {
        Derived shared = new Derived();
        new Thread(() -> shared.set(1)).start();
        System.out.println(shared.getBad());
    }
}
