import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Timestamp;

/** An embedded Derby: tables, indexes, joins, transactions, two connections in threads. */
public class DerbyWork {
    private static final String URL = "jdbc:derby:shop";

    public static void main(String[] args) throws Exception {
        System.setProperty("derby.system.home", args[0]);
        Class.forName("org.apache.derby.jdbc.EmbeddedDriver").getConstructor().newInstance();
        try (Connection connection = DriverManager.getConnection(URL + ";create=true")) {
            create(connection);
            fill(connection);
            queries(connection);
            changes(connection);
            transactions(connection);
            describe(connection);
        }
        twoAtOnce();
        fails(() -> DriverManager.getConnection(URL + ";shutdown=true"));
        fails(() -> DriverManager.getConnection("jdbc:derby:;shutdown=true"));
    }

    private static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "create table customers(id int primary key, name varchar(40) not null,"
                            + " since timestamp, notes clob)");
            statement.execute(
                    "create table orders(id int generated always as identity primary key,"
                            + " customer int references customers, amount decimal(10, 2),"
                            + " paid smallint, check (amount >= 0))");
            statement.execute("create index by_amount on orders(amount desc, customer)");
            statement.execute(
                    "create view totals(customer, total) as"
                            + " select customer, sum(amount) from orders group by customer");
            statement.execute("create table log(what varchar(20), number int)");
            statement.execute(
                    "create trigger noticed after update on orders"
                            + " referencing new as fresh for each row mode db2sql"
                            + " insert into log values('paid', fresh.id)");
        }
    }

    private static void fill(Connection connection) throws SQLException {
        String customer = "insert into customers values(?, ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(customer)) {
            for (int id = 0; id < 20; id++) {
                statement.setInt(1, id);
                statement.setString(2, "customer " + id);
                statement.setTimestamp(3, new Timestamp(1_000_000_000L * id));
                statement.setString(4, "note ".repeat(id));
                statement.addBatch();
            }
            System.out.println("customers " + statement.executeBatch().length);
        }
        String order = "insert into orders(customer, amount, paid) values(?, ?, 0)";
        try (PreparedStatement statement = connection.prepareStatement(order)) {
            for (int number = 0; number < 300; number++) {
                statement.setInt(1, number % 20);
                statement.setBigDecimal(2, BigDecimal.valueOf(number * 37 % 1000, 2));
                statement.executeUpdate();
            }
        }
    }

    private static void queries(Connection connection) throws SQLException {
        show(connection, "select count(*), min(amount), max(amount), avg(amount) from orders");
        show(
                connection,
                "select c.name, count(*), sum(o.amount) from customers c"
                        + " join orders o on o.customer = c.id where o.amount between 2 and 8"
                        + " group by c.name having count(*) > 2 order by 3 desc");
        show(
                connection,
                "select c.id, o.id from customers c left outer join orders o"
                        + " on o.customer = c.id and o.amount > 9.9 where c.id < 4");
        show(
                connection,
                "select name from customers where id in"
                        + " (select customer from totals where total > 70)"
                        + " union select 'none' from customers where name like '%1_'");
        show(
                connection,
                "select distinct upper(substr(name, 1, 3)), length(name), year(since),"
                        + " case when id > 10 then 'late' else 'early' end, cast(id as char(5))"
                        + " from customers where exists"
                        + " (select * from orders where customer = customers.id and paid = 0)"
                        + " order by 2, 4");
        fails(() -> show(connection, "select nothing from nowhere"));
        fails(() -> show(connection, "select 1 / (id - id) from customers"));
    }

    private static void changes(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            System.out.println(
                    statement.executeUpdate("update orders set paid = 1 where amount > 5"));
            System.out.println(statement.executeUpdate("delete from orders where amount < 1"));
            fails(() -> statement.executeUpdate("delete from customers where id = 3"));
            fails(() -> statement.executeUpdate("insert into customers(id) values(1)"));
            statement.executeUpdate("alter table customers add column city varchar(20)");
            statement.executeUpdate("insert into log select 'copy', id from orders where paid = 1");
        }
        show(connection, "select what, count(number) from log group by what order by what");
        try (Statement statement =
                        connection.createStatement(
                                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
                ResultSet rows = statement.executeQuery("select id, notes from customers")) {
            rows.last();
            System.out.println(rows.getRow() + " " + rows.getString(2).length());
            rows.absolute(3);
            rows.previous();
            System.out.println(rows.getInt(1));
        }
    }

    private static void transactions(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("update customers set name = 'nobody' where id = 1");
            Savepoint here = connection.setSavepoint("here");
            statement.executeUpdate("delete from orders");
            connection.rollback(here);
            connection.commit();
            statement.executeUpdate("delete from log");
            connection.rollback();
        }
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(true);
        show(connection, "select name from customers where id = 1");
        show(connection, "select count(*) from log");
    }

    private static void describe(Connection connection) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        System.out.println(about.getDatabaseProductName() + " " + about.supportsTransactions());
        try (ResultSet columns = about.getColumns(null, null, "ORDERS", null)) {
            while (columns.next()) {
                System.out.println(columns.getString("COLUMN_NAME"));
            }
        }
    }

    private static void twoAtOnce() throws Exception {
        Thread[] threads = new Thread[2];
        for (int number = 0; number < threads.length; number++) {
            threads[number] = new Thread(new Writer(number));
            threads[number].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        try (Connection connection = DriverManager.getConnection(URL)) {
            show(connection, "select what, sum(number) from log where what like 't%' group by what");
        }
    }

    /** One of two threads that write into the same table. */
    private static final class Writer implements Runnable {
        private final int number;

        Writer(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            try (Connection connection = DriverManager.getConnection(URL);
                    PreparedStatement statement =
                            connection.prepareStatement("insert into log values(?, ?)")) {
                connection.setAutoCommit(false);
                for (int i = 0; i < 50; i++) {
                    statement.setString(1, "thread " + number);
                    statement.setInt(2, i);
                    statement.execute();
                    connection.commit();
                }
            } catch (SQLException problem) {
                throw new IllegalStateException(problem);
            }
        }
    }

    private static void show(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    line.append(rows.getObject(column)).append(' ');
                }
                System.out.println(line);
            }
        }
    }

    private interface Action {
        void run() throws SQLException;
    }

    private static void fails(Action action) {
        try {
            action.run();
            System.out.println("did not fail");
        } catch (SQLException expected) {
            System.out.println("failed: " + expected.getSQLState());
        }
    }
}
