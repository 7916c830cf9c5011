import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A database in a temporary folder, each of four threads with a connection of its own. */
public class DerbyWork {
    private static final String URL =
            "jdbc:derby:" + System.getProperty("java.io.tmpdir") + "/work";

    public static void main(String[] args) throws Exception {
        System.setProperty("derby.stream.error.method", "DerbyWork.quiet");
        Class.forName("org.apache.derby.jdbc.EmbeddedDriver");
        try (Connection connection = DriverManager.getConnection(URL + ";create=true");
                Statement statement = connection.createStatement()) {
            statement.execute("create table ship(id int primary key, name varchar(20), tons int)");
            statement.execute("create index by_tons on ship(tons)");
            Thread[] threads = new Thread[4];
            for (int i = 0; i < threads.length; i++) {
                int number = i;
                threads[i] = new Thread(() -> work(number));
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            try (ResultSet rows = statement.executeQuery("select count(*) from ship")) {
                rows.next();
                System.out.println(rows.getInt(1));
            }
        }
        try {
            DriverManager.getConnection("jdbc:derby:;shutdown=true");
        } catch (SQLException expected) {
            System.out.println(expected.getSQLState());
        }
    }

    public static java.io.OutputStream quiet() {
        return java.io.OutputStream.nullOutputStream();
    }

    private static void work(int number) {
        try (Connection connection = DriverManager.getConnection(URL);
                PreparedStatement insert =
                        connection.prepareStatement("insert into ship values(?, ?, ?)");
                PreparedStatement find =
                        connection.prepareStatement(
                                "select name, tons from ship where id between ? and ?")) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            for (int i = 0; i < 15; i++) {
                insert.setInt(1, number * 1000 + i);
                insert.setString(2, "ship " + i);
                insert.setInt(3, i * 37 % 100);
                insert.executeUpdate();
                find.setInt(1, number * 1000);
                find.setInt(2, number * 1000 + 999);
                try (ResultSet rows = find.executeQuery()) {
                    while (rows.next()) {
                        rows.getString(1);
                    }
                }
            }
        } catch (SQLException problem) {
            System.out.println(problem.getMessage());
        }
    }
}
