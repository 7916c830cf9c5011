import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** An in-memory database, each of four threads with a connection of its own. */
public class HsqldbWork {
    private static final String URL = "jdbc:hsqldb:mem:work";

    public static void main(String[] args) throws Exception {
        Class.forName("org.hsqldb.jdbcDriver");
        try (Connection connection = DriverManager.getConnection(URL, "sa", "");
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
            statement.execute("shutdown");
        }
    }

    private static void work(int number) {
        try (Connection connection = DriverManager.getConnection(URL, "sa", "");
                PreparedStatement insert =
                        connection.prepareStatement("insert into ship values(?, ?, ?)");
                PreparedStatement find =
                        connection.prepareStatement(
                                "select name, tons from ship where tons > ? order by tons")) {
            connection.setAutoCommit(number % 2 == 0);
            for (int i = 0; i < 20; i++) {
                insert.setInt(1, number * 1000 + i);
                insert.setString(2, "ship " + i);
                insert.setInt(3, i * 37 % 100);
                insert.executeUpdate();
                find.setInt(1, 50);
                try (ResultSet rows = find.executeQuery()) {
                    while (rows.next()) {
                        rows.getString(1);
                    }
                }
            }
            connection.commit();
        } catch (SQLException problem) {
            System.out.println(problem.getMessage());
        }
    }
}
