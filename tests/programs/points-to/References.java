// exact: 1obj 2obj auto
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

/** References give what they were made with; a queue gives references. */
public class References {
    static class A {}

    static class Tagged extends WeakReference<Object> {
        final Object tag;

        Tagged(Object referent, ReferenceQueue<Object> queue, Object tag) {
            super(referent, queue);
            this.tag = tag;
        }
    }

    public static void main(String[] args) throws Exception {
        Object a = new A();
        Object b = new A();
        WeakReference<Object> weak = new WeakReference<>(a);
        see(weak.get());  // points to: A@22
        SoftReference<Object> soft = new SoftReference<>(b);
        see(soft.get());  // points to: A@23
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object tag = new Object();
        Reference<?> tagged = new Tagged(new Object(), queue, tag);
        tagged.enqueue();
        Reference<?> polled = queue.poll();
        see(polled);  // points to: Tagged@30
        see(((Tagged) polled).tag);  // points to: Object@29
        see(new PhantomReference<>(a, new ReferenceQueue<>()).get());  // points to: nothing
    }

    static void see(Object o) {}
}
