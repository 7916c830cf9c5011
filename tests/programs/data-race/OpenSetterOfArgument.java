/** Two callers give the same bean to a service that changes it. */
public class OpenSetterOfArgument {
    public static class Bean {
        private int size;

        public synchronized void grow() {
            size++;
        }

        public int sizeBad() {
            return size;  // expect: data-race OpenSetterOfArgument$Bean.size
        }
    }

    public void useBad(Bean bean) {
        bean.grow();
        System.out.println(bean.sizeBad());
    }
}
