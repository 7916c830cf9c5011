/** Locks for many readers or one writer that are made of a monitor and of counters. */
public class MonitorOfReaders {
    static class ReadersWriters {
        private int readers, writers, requests;

        synchronized void lockRead() throws InterruptedException {
            while (writers > 0 || requests > 0) {
                wait();
            }
            readers++;
        }

        synchronized void unlockRead() {
            readers--;
            notifyAll();
        }

        synchronized void lockWrite() throws InterruptedException {
            requests++;
            while (readers > 0 || writers > 0) {
                wait();
            }
            requests--;
            writers++;
        }

        synchronized void unlockWrite() {
            writers--;
            notifyAll();
        }
    }

    /** Its writers do not wait for readers. */
    static class Impatient {
        private int readers;
        private boolean isWriting;

        synchronized void lockRead() throws InterruptedException {
            while (isWriting) {
                wait();
            }
            readers++;
        }

        synchronized void unlockRead() {
            readers--;
            notifyAll();
        }

        synchronized void lockWrite() throws InterruptedException {
            while (isWriting) {
                wait();
            }
            isWriting = true;
        }

        synchronized void unlockWrite() {
            isWriting = false;
            notifyAll();
        }

        synchronized int readers() {
            return readers;
        }
    }

    final ReadersWriters fair = new ReadersWriters();
    final Impatient impatient = new Impatient();
    int version, hits, wrong;

    int readOk() throws InterruptedException {
        fair.lockRead();
        try {
            return version;
        } finally {
            fair.unlockRead();
        }
    }

    void writeOk() throws InterruptedException {
        fair.lockWrite();
        try {
            version++;
        } finally {
            fair.unlockWrite();
        }
    }

    void hitBad() throws InterruptedException {
        fair.lockRead();
        try {
            hits++;  // expect: data-race MonitorOfReaders.hits
        } finally {
            fair.unlockRead();
        }
    }

    int readBad() throws InterruptedException {
        impatient.lockRead();
        try {
            return wrong;  // expect: data-race MonitorOfReaders.wrong
        } finally {
            impatient.unlockRead();
        }
    }

    void writeBad() throws InterruptedException {
        impatient.lockWrite();
        try {
            wrong++;
        } finally {
            impatient.unlockWrite();
        }
    }

    void run() {
        try {
            writeOk();
            System.out.println(readOk() + readBad());
            hitBad();
            writeBad();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        MonitorOfReaders it = new MonitorOfReaders();
        new Thread(it::run).start();
        new Thread(it::run).start();
    }
}
