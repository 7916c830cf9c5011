/** Objects that are made and used in one thread only. */
public class ConfinedObjects {
    static class Sum {
        int value;
    }

    static int workOk(int n) {
        Sum sum = new Sum();
        for (int i = 0; i < n; i++) {
            sum.value += i;
        }
        return sum.value;
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(workOk(10))).start();
        new Thread(() -> System.out.println(workOk(20))).start();
    }
}
