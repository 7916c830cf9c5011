// since: 21
// exact: 1obj 2obj auto

import java.util.concurrent.ThreadFactory;

/** Thread.ofVirtual, Thread.ofPlatform, their builders and factories. */
public class ThreadBuilders {
    static class First implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: First@43
        }
    }

    static class Second implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Second@44
        }
    }

    static class Third implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Third@45
        }
    }

    static class Fourth implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Fourth@48
        }
    }

    static class Unstarted implements Runnable {
        @Override
        public void run() {  // unreached
        }
    }

    public static void main(String[] args) throws Exception {
        Thread first = Thread.ofVirtual().name("first").start(new First());
        Thread second = Thread.ofPlatform().daemon(false).start(new Second());
        Thread third = Thread.ofPlatform().name("third").unstarted(new Third());
        third.start();
        ThreadFactory factory = Thread.ofVirtual().factory();
        Thread fourth = factory.newThread(new Fourth());
        fourth.start();
        Thread never = Thread.ofVirtual().unstarted(new Unstarted());
        for (Thread thread : new Thread[] {first, second, third, fourth}) {
            thread.join();
        }
        see(never.getName());
    }

    static void see(Object o) {}
}
