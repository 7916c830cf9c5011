import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.apache.derby.iapi.jdbc.AuthenticationService;
import org.apache.derby.iapi.services.monitor.Monitor;

/**
 * Derby, embedded: two threads write to a table, then a join is read.
 *
 * <p>Derby makes its modules by the class names in its {@code modules.properties}. Given at the
 * start they mean the same, and an analysis that follows constants sees them.
 */
public final class Derby {
  private Derby() {}

  private static final String URL = "jdbc:derby:bench";

  private static void write(int from) {
    try (Connection connection = DriverManager.getConnection(URL);
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

  /** What {@code modules.properties} says, and the services that the JDBC driver would start. */
  private static Properties modules() {
    Properties boot = new Properties();
    boot.put("derby.service.jdbc", "org.apache.derby.jdbc.InternalDriver");
    boot.put("derby.service.authentication", AuthenticationService.MODULE);
    boot.put(
        "derby.module.JNDIAuthentication",
        "org.apache.derby.impl.jdbc.authentication.JNDIAuthenticationService");
    boot.put(
        "derby.module.NoneAuthentication",
        "org.apache.derby.impl.jdbc.authentication.NoneAuthenticationServiceImpl");
    boot.put("derby.module.access", "org.apache.derby.impl.store.access.RllRAMAccessManager");
    boot.put(
        "derby.module.access.btree", "org.apache.derby.impl.store.access.btree.index.B2IFactory");
    boot.put(
        "derby.module.access.heap",
        "org.apache.derby.impl.store.access.heap.HeapConglomerateFactory");
    boot.put(
        "derby.module.access.sort", "org.apache.derby.impl.store.access.sort.ExternalSortFactory");
    boot.put(
        "derby.module.basicAuthentication",
        "org.apache.derby.impl.jdbc.authentication.BasicAuthenticationServiceImpl");
    boot.put("derby.module.cacheManager", "org.apache.derby.impl.services.cache.ClockFactory");
    boot.put(
        "derby.module.classManagerJ2",
        "org.apache.derby.impl.services.reflect.ReflectClassesJava2");
    boot.put("derby.module.cryptographyJ2", "org.apache.derby.impl.services.jce.JCECipherFactory");
    boot.put(
        "derby.module.daemon", "org.apache.derby.impl.services.daemon.SingleThreadDaemonFactory");
    boot.put("derby.module.dataDictionary", "org.apache.derby.impl.sql.catalog.DataDictionaryImpl");
    boot.put("derby.module.database", "org.apache.derby.impl.db.BasicDatabase");
    boot.put("derby.module.dvfCDC", "org.apache.derby.iapi.types.CDCDataValueFactory");
    boot.put("derby.module.dvfJ2", "org.apache.derby.iapi.types.J2SEDataValueFactory");
    boot.put("derby.module.ef", "org.apache.derby.impl.sql.execute.GenericExecutionFactory");
    boot.put("derby.module.javaCompiler", "org.apache.derby.impl.services.bytecode.BCJava");
    boot.put("derby.module.jdbc169", "org.apache.derby.jdbc.Driver169");
    boot.put("derby.module.jdbcJ2", "org.apache.derby.jdbc.Driver20");
    boot.put("derby.module.jdbcJ4", "org.apache.derby.jdbc.Driver30");
    boot.put("derby.module.lcf", "org.apache.derby.impl.sql.conn.GenericLanguageConnectionFactory");
    boot.put("derby.module.lf", "org.apache.derby.impl.sql.GenericLanguageFactory");
    boot.put("derby.module.lockManager", "org.apache.derby.impl.services.locks.SinglePool");
    boot.put("derby.module.netServer.autoStart", "org.apache.derby.iapi.jdbc.DRDAServerStarter");
    boot.put("derby.module.nodeFactory", "org.apache.derby.impl.sql.compile.NodeFactoryImpl");
    boot.put(
        "derby.module.optimizer", "org.apache.derby.impl.sql.compile.Level2OptimizerFactoryImpl");
    boot.put("derby.module.rawStore", "org.apache.derby.impl.store.raw.RawStore");
    boot.put(
        "derby.module.rawStore.data.generic",
        "org.apache.derby.impl.store.raw.data.BaseDataFileFactory");
    boot.put("derby.module.rawStore.log", "org.apache.derby.impl.store.raw.log.LogToFile");
    boot.put("derby.module.rawStore.log.readonly", "org.apache.derby.impl.store.raw.log.ReadOnly");
    boot.put(
        "derby.module.rawStore.transaction", "org.apache.derby.impl.store.raw.xact.XactFactory");
    boot.put("derby.module.resourceAdapterJ2", "org.apache.derby.jdbc.ResourceAdapterImpl");
    boot.put(
        "derby.module.resultSetStatisticsFactory",
        "org.apache.derby.impl.sql.execute.RealResultSetStatisticsFactory");
    boot.put(
        "derby.module.specificAuthentication",
        "org.apache.derby.impl.jdbc.authentication.SpecificAuthenticationServiceImpl");
    boot.put("derby.module.streams", "org.apache.derby.impl.services.stream.SingleStream");
    boot.put("derby.module.tcf", "org.apache.derby.impl.sql.compile.TypeCompilerFactoryImpl");
    boot.put("derby.module.uuidJ1", "org.apache.derby.impl.services.uuid.BasicUUIDFactory");
    boot.put(
        "derby.module.validation", "org.apache.derby.iapi.services.property.PropertyValidation");
    return boot;
  }

  public static void main(String[] arguments) throws Exception {
    System.setProperty("derby.system.home", System.getProperty("java.io.tmpdir"));
    Monitor.startMonitor(modules(), System.err);
    Connection connection = DriverManager.getConnection(URL + ";create=true");
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
            "SELECT a.name, COUNT(*) FROM item a, item b WHERE a.id < b.id GROUP BY a.name");
    while (rows.next()) {
      System.out.println(rows.getString(1) + " " + rows.getInt(2));
    }
    statement.execute("UPDATE item SET name = UPPER(name) WHERE id > 5");
    statement.execute("DROP TABLE item");
    connection.close();
    try {
      DriverManager.getConnection("jdbc:derby:;shutdown=true");
    } catch (SQLException expected) {
      System.out.println(expected.getMessage());
    }
  }
}
