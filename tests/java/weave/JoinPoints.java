/** One of each kind of join point. */
public class JoinPoints {
    private final int[] cells = new int[2];
    private long sum;

    synchronized long add(int number) {
        cells[1] = number;
        sum += cells[1];
        return sum;
    }

    public static void main(String[] arguments) {
        JoinPoints points = new JoinPoints();
        points.add(4);
        synchronized (points) {
            points.sum += 5;
        }
        System.out.println(points.sum);
    }
}
// tells: before set JoinPoints.cells JoinPoints 3
// tells: after call JoinPoints.new - 13
// tells: before call JoinPoints.add JoinPoints 14
// tells: before lock  JoinPoints 0
// tells: after lock  JoinPoints 0
// tells: before execution JoinPoints.add JoinPoints 0
// tells: before get JoinPoints.cells JoinPoints 7
// tells: before arrayset [1] int[] 7
// tells: before get JoinPoints.sum JoinPoints 8
// tells: before get JoinPoints.cells JoinPoints 8
// tells: before arrayget [1] int[] 8
// tells: before set JoinPoints.sum JoinPoints 8
// tells: before get JoinPoints.sum JoinPoints 9
// tells: after execution JoinPoints.add JoinPoints 9
// tells: before unlock  JoinPoints 9
// tells: after unlock  JoinPoints 9
// tells: before lock  JoinPoints 15
// tells: after lock  JoinPoints 15
// tells: before get JoinPoints.sum JoinPoints 16
// tells: before set JoinPoints.sum JoinPoints 16
// tells: before unlock  JoinPoints 17
// tells: after unlock  JoinPoints 17
// tells: before get JoinPoints.sum JoinPoints 18
