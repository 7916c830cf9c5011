/** Objects with one thread each, which runs a task of an inner class: it works for the object that has made it. */
public class OpenInnerTask {
    public static class Started {
        private int least;

        public Started() {
            new Thread(new Task()).start();
        }

        private class Task implements Runnable {
            @Override
            public void run() {
                while (!Thread.interrupted()) {
                    sampleOk();
                }
            }
        }

        private void sampleOk() {
            least = Math.min(least, (int) Runtime.getRuntime().freeMemory());
        }
    }

    public static class StartedLater {
        private final Thread thread = new Thread(new Task());
        private int least;

        public void start() {
            thread.start();
        }

        private class Task implements Runnable {
            @Override
            public void run() {
                while (!Thread.interrupted()) {
                    sampleOk();
                }
            }
        }

        private void sampleOk() {
            least = Math.min(least, (int) Runtime.getRuntime().freeMemory());
        }
    }

    public static class StartedOften {
        private int least;

        public void start() {
            new Thread(new Task()).start();
        }

        private class Task implements Runnable {
            @Override
            public void run() {
                while (!Thread.interrupted()) {
                    sampleBad();
                }
            }
        }

        private void sampleBad() {
            least = Math.min(least, (int) Runtime.getRuntime().freeMemory());  // expect: data-race OpenInnerTask$StartedOften.least
        }
    }

    public static class StartedTwice {
        private int least;

        public StartedTwice() {
            new Thread(new Task()).start();
            new Thread(new Task()).start();
        }

        public void nothing() {}

        private class Task implements Runnable {
            @Override
            public void run() {
                while (!Thread.interrupted()) {
                    sampleBad();
                }
            }
        }

        private void sampleBad() {
            least = Math.min(least, (int) Runtime.getRuntime().freeMemory());  // expect: data-race OpenInnerTask$StartedTwice.least
        }
    }

    public static class AlsoRead {
        private int least;
        private volatile boolean isOpen = true;

        public AlsoRead() {
            new Thread(new Task()).start();
        }

        public int leastBad() {
            return isOpen ? least : 0;
        }

        private class Task implements Runnable {
            @Override
            public void run() {
                while (isOpen) {
                    sampleBad();
                }
            }
        }

        private void sampleBad() {
            least = Math.min(least, (int) Runtime.getRuntime().freeMemory());  // expect: data-race OpenInnerTask$AlsoRead.least
        }
    }

    public static class OfAnother {
        private int least;

        public OfAnother(OfAnother other) {
            new Thread(new Task(other)).start();
        }

        public void nothing() {}

        private static class Task implements Runnable {
            private final OfAnother other;

            Task(OfAnother other) {
                this.other = other;
            }

            @Override
            public void run() {
                while (!Thread.interrupted()) {
                    other.sampleBad();
                }
            }
        }

        private void sampleBad() {
            least = Math.min(least, (int) Runtime.getRuntime().freeMemory());  // expect: data-race OpenInnerTask$OfAnother.least
        }
    }
}
