// snarl: --open PaperFigure4$A --context 1obj
// stages: original 5, reachable 2, aliasing 2, escaping 2, unlocked 1

/** Paper 1, figure 4: `get` reads without the lock under which `inc` writes. */
public class PaperFigure4 {
    public static class A {
        int f;

        public A() {
            this.f = 0;
        }

        private int readBad() {
            return this.f;
        }

        private int write(int value) {
            this.f = value;  // expect: data-race PaperFigure4$A.f
            return value;
        }

        public int get() {
            return this.readBad();
        }

        public synchronized int inc() {
            int next = this.readBad() + new A().write(1);
            return this.write(next);
        }
    }
}
