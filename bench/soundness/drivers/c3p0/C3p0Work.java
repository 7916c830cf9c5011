import com.mchange.v2.c3p0.ComboPooledDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A pool of connections with helper threads, over an in-memory database. */
public class C3p0Work {
    public static void main(String[] args) throws Exception {
        ComboPooledDataSource source = new ComboPooledDataSource();
        source.setDriverClass("org.hsqldb.jdbcDriver");
        source.setJdbcUrl("jdbc:hsqldb:mem:c3p0");
        source.setUser("sa");
        source.setPassword("");
        source.setMinPoolSize(1);
        source.setMaxPoolSize(4);
        source.setMaxStatements(5);
        source.setIdleConnectionTestPeriod(1);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> work(source));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(source.getNumConnections() > 0);
        source.close();
    }

    private static void work(ComboPooledDataSource source) {
        for (int i = 0; i < 8; i++) {
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("call 1 + 1")) {
                rows.next();
                source.getNumBusyConnections();
            } catch (SQLException problem) {
                System.out.println(problem.getMessage());
            }
        }
    }
}
