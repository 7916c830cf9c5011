// snarl: --open FreshFilledByHelper
/** A helper fills columns: of one caller they are new, of the other they are known, but locked. */
public class FreshFilledByHelper {
    static class Column {
        byte[] collation;
        int scale;
        int type;
    }

    private Column[] columns = new Column[0];
    private Column[] known = {new Column()};
    private Column last;
    private Column latest;

    static void read(Column column) {
        column.collation = new byte[5];
    }

    public void newColumnsOk(int count) {
        Column[] made = new Column[count];
        for (int i = 0; i < count; i++) {
            Column column = new Column();
            read(column);
            made[i] = column;
        }
        synchronized (this) {
            columns = made;
        }
    }

    public synchronized void knownColumnsOk() {
        for (Column column : known) {
            read(column);
        }
    }

    public synchronized int lengthOk() {
        return columns[0].collation.length + known[0].collation.length;
    }

    static void scale(Column column) {
        column.scale++;  // expect: data-race FreshFilledByHelper$Column.scale
    }

    public void knownBeforeItIsFilledBad() {
        Column column = new Column();
        synchronized (this) {
            last = column;
        }
        scale(column);
    }

    public synchronized void lastBad() {
        if (last != null) {
            scale(last);
        }
    }

    private void typed(Column column) {
        synchronized (this) {
            latest = column;
        }
        column.type++;  // expect: data-race FreshFilledByHelper$Column.type
    }

    public void knownWhileItIsFilledBad() {
        typed(new Column());
    }

    public synchronized void latestBad() {
        if (latest != null) {
            typed(latest);
        }
    }
}
