import java.util.stream.IntStream;

/** A stream is done when it has called its function for all elements: the next one begins then. */
public class StreamAfterStream {
    public static void main(String[] args) {
        twiceRootsOk();
    }

    private static void twiceRootsOk() {
        double[] roots = new double[100];
        IntStream.range(0, 100).parallel().forEach(i -> roots[i] = Math.sqrt(i));
        IntStream.range(1, 100).parallel().forEach(i -> roots[i] *= 2);
        System.out.println(roots[9]);
    }
}
