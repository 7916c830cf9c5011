import java.lang.invoke.VarHandle;

/** Plain accesses with fences are as good as ordered ones; without, they are plain. */
public class Fences {
    private long fenced;
    private long half;

    void setOk(long value) {
        VarHandle.releaseFence();
        fenced = value;
    }

    long getOk() {
        long value = fenced;
        VarHandle.acquireFence();
        return value;
    }

    void setBad(long value) {
        half = value;  // expect: data-race Fences.half
        VarHandle.releaseFence();
    }

    long get() {
        long value = half;
        VarHandle.acquireFence();
        return value;
    }

    public static void main(String[] args) {
        Fences shared = new Fences();
        new Thread(() -> shared.setOk(args.length)).start();
        new Thread(() -> shared.setBad(args.length)).start();
        System.out.println(shared.getOk() + shared.get());
    }
}
