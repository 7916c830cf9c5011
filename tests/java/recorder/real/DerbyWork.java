import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Some work for Derby, which generates classes for its queries; the folder is the argument. */
public class DerbyWork {
    public static void main(String[] args) throws Exception {
        System.setProperty("derby.system.home", args[0]);
        Class.forName("org.apache.derby.jdbc.EmbeddedDriver").getConstructor().newInstance();
        try (Connection connection = DriverManager.getConnection("jdbc:derby:db;create=true");
                Statement statement = connection.createStatement()) {
            statement.execute("create table t(a int primary key, b varchar(40))");
            insert(connection);
            query(statement);
            fail(() -> statement.execute("select nothing"));
        }
        fail(() -> DriverManager.getConnection("jdbc:derby:;shutdown=true"));
    }

    private static void insert(Connection connection) throws SQLException {
        String text = "insert into t values(?,?)";
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            for (int i = 0; i < 200; i++) {
                statement.setInt(1, i);
                statement.setString(2, "row" + i % 7);
                statement.execute();
            }
        }
    }

    private static void query(Statement statement) throws SQLException {
        String text = "select b, count(*), sum(a) from t where a > 20 group by b order by 1";
        try (ResultSet rows = statement.executeQuery(text)) {
            while (rows.next()) {
                System.out.println(rows.getString(1) + rows.getInt(2) + " " + rows.getInt(3));
            }
        }
    }

    interface Action {
        void run() throws SQLException;
    }

    private static void fail(Action action) {
        try {
            action.run();
        } catch (SQLException expected) {
            System.out.println(expected.getSQLState());
        }
    }
}
