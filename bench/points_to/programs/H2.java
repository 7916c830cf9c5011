import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** H2 in memory: two threads write to a table, then a join is read. */
public final class H2 {
  private H2() {}

  private static final String URL = "jdbc:h2:mem:bench";

  private static void write(int from) {
    try (Connection connection = DriverManager.getConnection(URL, "sa", "");
        PreparedStatement insert = connection.prepareStatement("INSERT INTO item VALUES (?, ?)")) {
      for (int id = from; id < from + 10; id++) {
        insert.setInt(1, id);
        insert.setString(2, "item " + id);
        insert.executeUpdate();
      }
    } catch (SQLException problem) {
      throw new IllegalStateException(problem);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Class.forName("org.h2.Driver");
    Connection connection = DriverManager.getConnection(URL, "sa", "");
    Statement statement = connection.createStatement();
    statement.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name VARCHAR(20))");
    statement.execute("CREATE INDEX named ON item (name)");
    Thread one = new Thread(() -> write(0));
    Thread two = new Thread(() -> write(10));
    one.start();
    two.start();
    one.join();
    two.join();
    ResultSet rows =
        statement.executeQuery(
            "SELECT a.name, COUNT(*) FROM item a, item b WHERE a.id < b.id GROUP BY a.name"
                + " ORDER BY 2 DESC");
    while (rows.next()) {
      System.out.println(rows.getString(1) + " " + rows.getInt(2));
    }
    statement.execute("UPDATE item SET name = UPPER(name) WHERE id > 5");
    connection.close();
  }
}
