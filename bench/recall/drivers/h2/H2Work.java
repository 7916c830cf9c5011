import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcConnectionPool;

/** H2 in a file and in memory: modern SQL, a pool of connections, threads. */
public class H2Work {
    public static void main(String[] args) throws Exception {
        String url = "jdbc:h2:file:" + Path.of(args[0], "books").toAbsolutePath();
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            create(connection);
            fill(connection);
            queries(connection);
            changes(connection);
            transactions(connection);
        }
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            show(connection, "select count(*), sum(pages) from book");
            show(connection, "explain select * from book where pages > 300");
        }
        pooled();
    }

    private static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "create table author(id int primary key, name varchar(60) not null unique)");
            statement.execute(
                    "create table book(id bigint generated always as identity primary key,"
                            + " author int references author on delete cascade,"
                            + " title varchar(200), pages int check (pages > 0), price numeric(8, 2),"
                            + " printed date, tags varchar(20) array, extra json)");
            statement.execute("create index by_pages on book(pages)");
            statement.execute("create sequence numbers start with 100 increment by 5");
            statement.execute(
                    "create view thick as select title, pages from book where pages > 400");
            statement.execute("create alias twice for \"H2Work.twice\"");
        }
    }

    /** A function that SQL calls. */
    public static int twice(int number) {
        return 2 * number;
    }

    private static void fill(Connection connection) throws SQLException {
        try (PreparedStatement author = connection.prepareStatement("insert into author values(?, ?)");
                PreparedStatement book =
                        connection.prepareStatement(
                                "insert into book(author, title, pages, price, printed, tags, extra)"
                                        + " values(?, ?, ?, ?, ?, ?, ? format json)")) {
            for (int id = 0; id < 10; id++) {
                author.setInt(1, id);
                author.setString(2, "author " + id);
                author.executeUpdate();
            }
            for (int number = 0; number < 200; number++) {
                book.setInt(1, number % 10);
                book.setString(2, "title " + number);
                book.setInt(3, 10 + number * 31 % 700);
                book.setBigDecimal(4, java.math.BigDecimal.valueOf(number * 17 % 5000, 2));
                book.setDate(5, java.sql.Date.valueOf("2001-02-" + (10 + number % 18)));
                book.setArray(6, connection.createArrayOf("VARCHAR", new Object[] {"a", "b" + number}));
                book.setString(7, "{\"number\": " + number + "}");
                book.addBatch();
            }
            System.out.println("books " + book.executeBatch().length);
        }
    }

    private static void queries(Connection connection) throws SQLException {
        show(
                connection,
                "select a.name, count(*) n, avg(b.pages), max(b.price) from author a"
                        + " join book b on b.author = a.id group by a.name having count(*) > 3"
                        + " order by a.name limit 4");
        show(
                connection,
                "select title, rank() over (partition by author order by pages desc) r"
                        + " from book where id < 40 order by r, title fetch first 5 rows only");
        show(
                connection,
                "with recursive up(n) as (select 1 union all select n + 1 from up where n < 8)"
                        + " select sum(n), listagg(n, '-') within group (order by n desc) from up");
        show(
                connection,
                "select distinct printed, tags[1], year(printed), upper(title), twice(pages)"
                        + " from book where title like '%7' and pages in (select pages from thick)");
        show(
                connection,
                "select coalesce(nullif(title, 'title 1'), 'first'), cast(price as int),"
                        + " case when pages > 100 then 'much' else 'little' end,"
                        + " regexp_replace(title, '[0-9]+', '#') from book where id <= 3");
        show(connection, "select next value for numbers, sqrt(16), substring('snarl' from 2 for 3)");
        show(connection, "select a.id from author a left join book b on b.author = a.id + 5 where b.id is null order by 1");
        show(connection, "select id from book where id < 5 except select id from book where id < 3 order by 1");
        fails(() -> show(connection, "select nothing from nowhere"));
    }

    private static void changes(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            System.out.println(statement.executeUpdate("update book set price = price * 2 where pages > 300"));
            System.out.println(
                    statement.executeUpdate(
                            "merge into author using (values(3, 'changed'), (11, 'new')) as s(i, n)"
                                    + " on author.id = s.i when matched then update set name = s.n"
                                    + " when not matched then insert values(s.i, s.n)"));
            System.out.println(statement.executeUpdate("delete from author where id = 4"));
            fails(() -> statement.executeUpdate("insert into author values(1, 'again')"));
            fails(() -> statement.executeUpdate("insert into book(pages) values(-1)"));
            statement.execute("alter table author add column born int default 1900");
            statement.execute("create table copied as select * from author");
            statement.execute("drop table copied");
        }
        show(connection, "select name, born from author order by id");
    }

    private static void transactions(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("delete from book where id > 100");
            connection.rollback();
            statement.executeUpdate("delete from book where id > 190");
            connection.commit();
        }
        connection.setAutoCommit(true);
        try (PreparedStatement statement = connection.prepareStatement("select * from book where id = ?")) {
            statement.setNull(1, Types.BIGINT);
            System.out.println(statement.executeQuery().next());
            statement.setLong(1, 7);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                System.out.println(row.getString("title") + row.getBigDecimal("price") + row.getDate("printed"));
            }
        }
    }

    private static void pooled() throws Exception {
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:counts;LOCK_TIMEOUT=10000", "sa", "");
        try (Connection keep = pool.getConnection();
                Statement statement = keep.createStatement()) {
            statement.execute("create table counts(id int primary key, n int)");
            statement.execute("insert into counts values(1, 0), (2, 0)");
            ExecutorService executor = Executors.newFixedThreadPool(2);
            List<Future<Integer>> results = new ArrayList<>();
            for (int task = 0; task < 4; task++) {
                int id = 1 + task % 2;
                results.add(executor.submit(() -> count(pool, id)));
            }
            for (Future<Integer> result : results) {
                System.out.println(result.get() > 0);
            }
            executor.shutdown();
            executor.awaitTermination(10, TimeUnit.SECONDS);
            show(keep, "select sum(n) from counts");
        }
        pool.dispose();
    }

    private static int count(JdbcConnectionPool pool, int id) throws SQLException {
        int changed = 0;
        for (int i = 0; i < 20; i++) {
            try (Connection connection = pool.getConnection();
                    PreparedStatement statement =
                            connection.prepareStatement("update counts set n = n + 1 where id = ?")) {
                statement.setInt(1, id);
                changed += statement.executeUpdate();
            }
        }
        return changed;
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
            System.out.println("failed: " + expected.getErrorCode());
        }
    }
}
