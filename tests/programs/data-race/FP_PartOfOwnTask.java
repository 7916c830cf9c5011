/** Each thread has a task of its own, which a method of another object makes, and that object with it. */
public class FP_PartOfOwnTask {
    static class Owner {
        int count;

        class Task implements Runnable {
            @Override
            public void run() {
                count++;  // false alarm: data-race FP_PartOfOwnTask$Owner.count
            }
        }

        Runnable makeOk() {
            return new Task();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            Owner owner = new Owner();
            new Thread(owner.makeOk()).start();
        }
    }
}
