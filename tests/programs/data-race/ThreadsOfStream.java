import java.util.List;
import java.util.stream.IntStream;

/** A function that a stream, or a list, calls again and again starts a thread each time, and nobody waits for it. */
public class ThreadsOfStream {
    private static int ofStream;
    private static int ofList;
    private static int once;
    private static int inTurn;

    static void streamBad() {
        ofStream++;  // expect: data-race ThreadsOfStream.ofStream
    }

    static void listBad() {
        ofList++;  // expect: data-race ThreadsOfStream.ofList
    }

    static void onceBad() {
        once++;  // expect: data-race ThreadsOfStream.once
    }

    static void inTurnOk(String name) {
        Thread thread = new Thread(() -> inTurn += name.length());
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) {
        IntStream.range(0, 3).forEach(i -> new Thread(ThreadsOfStream::streamBad).start());
        List<String> names = List.of("one", "two");
        names.forEach(name -> new Thread(ThreadsOfStream::listBad).start());
        names.forEach(ThreadsOfStream::inTurnOk);
        System.out.println(inTurn);
        IntStream.of(args.length).forEach(i -> new Thread(ThreadsOfStream::onceBad).start());
        System.out.println(once);
    }
}
