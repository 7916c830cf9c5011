import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.commons.dbcp.BasicDataSource;

/** A data source over an in-memory database, used by four threads. */
public class DbcpWork {
    public static void main(String[] args) throws Exception {
        BasicDataSource source = new BasicDataSource();
        source.setDriverClassName("org.hsqldb.jdbcDriver");
        source.setUrl("jdbc:hsqldb:mem:dbcp");
        source.setUsername("sa");
        source.setPassword("");
        source.setMaxActive(3);
        source.setPoolPreparedStatements(true);
        source.setTimeBetweenEvictionRunsMillis(5);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table item(id int, name varchar(20))");
        }
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(source, number));
            threads[i].start();
        }
        for (int i = 0; i < 10; i++) {
            source.setMaxIdle(1 + i % 3);
            System.out.println(source.getNumActive() >= 0);
            Thread.sleep(2);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        source.close();
    }

    private static void work(BasicDataSource source, int number) {
        for (int i = 0; i < 15; i++) {
            try (Connection connection = source.getConnection();
                    PreparedStatement insert =
                            connection.prepareStatement("insert into item values(?, ?)");
                    PreparedStatement count =
                            connection.prepareStatement("select count(*) from item")) {
                insert.setInt(1, number * 100 + i);
                insert.setString(2, "item " + i);
                insert.executeUpdate();
                try (ResultSet rows = count.executeQuery()) {
                    rows.next();
                }
            } catch (SQLException problem) {
                System.out.println(problem.getMessage());
            }
        }
    }
}
