import java.util.Queue;
import org.jctools.maps.NonBlockingHashMap;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpscLinkedQueue;
import org.jctools.queues.SpscArrayQueue;

/** Queues and a map without locks, between four threads. */
public class JctoolsWork {
    private static final class Message {
        int text;
    }

    public static void main(String[] args) throws Exception {
        Queue<Message> many = new MpmcArrayQueue<>(16);
        Queue<Message> toOne = new MpscLinkedQueue<>();
        Queue<Message> pair = new SpscArrayQueue<>(64);
        NonBlockingHashMap<Integer, String> map = new NonBlockingHashMap<>();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] =
                    new Thread(
                            () -> {
                                for (int n = 0; n < 60; n++) {
                                    Message message = new Message();
                                    message.text = n;
                                    (n % 2 == 0 ? many : toOne).offer(message);
                                    if (number == 0) {
                                        Message own = new Message();
                                        own.text = n;
                                        pair.offer(own);
                                    }
                                    Message taken = many.poll();
                                    if (taken != null) {
                                        taken.text++;
                                    }
                                    map.put(n % 20, "value " + number);
                                    map.get((n + 1) % 20);
                                }
                            });
            threads[i].start();
        }
        long sum = 0;
        for (int n = 0; n < 200; n++) {
            Message one = toOne.poll();
            Message other = pair.poll();
            sum += (one == null ? 0 : one.text) + (other == null ? 0 : other.text);
            Thread.yield();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum >= 0);
        System.out.println(map.size());
    }
}
