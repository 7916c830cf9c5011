// snarl: --open FreshPartFilled
/** What a constructor puts into an array of its own is known to nobody until the constructor ends. */
public class FreshPartFilled {
    static class Column {
        String name;
        int size;
    }

    static class Row {
        Object value;
    }

    private final Column[] columns;
    private Row[] rows;

    public FreshPartFilled(int count) {
        columns = new Column[count];
        for (int i = 0; i < count; i++) {
            Column column = new Column();
            columns[i] = column;
            column.name = "C" + i;
            column.size = i;
        }
    }

    public void fillBad(int count) {
        Row[] made = new Row[count];
        rows = made;
        for (int i = 0; i < count; i++) {
            Row row = new Row();
            rows[i] = row;  // expect: data-race array FreshPartFilled.rows
            row.value = i;  // expect: data-race FreshPartFilled$Row.value
        }
    }

    public String nameOk(int index) {
        return columns[index].name;
    }

    public int sizeOk(int index) {
        return columns[index].size;
    }

    public Object valueBad(int index) {
        return rows[index].value;  // expect: data-race FreshPartFilled.rows
    }
}
