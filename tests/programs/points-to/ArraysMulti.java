/** Arrays of arrays: the inner ones are made with the outer one, or by hand. */
public class ArraysMulti {
    static class A {}

    static class B {}

    public static void main(String[] args) {
        Object[][] grid = new Object[2][3];
        grid[0][1] = new A();
        see(grid);  // points to: Object[][]@8
        see(grid[1]);  // points to: Object[]@8
        see(grid[0][1]);  // points to: A@9
        Object[][] ragged = new Object[2][];
        ragged[1] = new Object[] {new B()};
        see(ragged[1]);  // points to: Object[]@14
        see(ragged[1][0]);  // points to: B@14
        A[][][] deep = new A[1][1][];
        see(deep[0]);  // points to: A[][]@17
        deep[0][0] = new A[1];
        see(deep[0][0]);  // points to: A[]@19
        see(deep[0][0][0]);  // points to: nothing
    }

    static void see(Object o) {}
}
