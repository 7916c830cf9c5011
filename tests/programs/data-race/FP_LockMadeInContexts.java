import java.util.ArrayList;
import java.util.List;

/** All sessions of a database are under its monitor; databases are made at one place, for several
 * callers. What is compiled is kept by the database. */
public class FP_LockMadeInContexts {
    static class Statement {
        int uses;
    }

    static class Database {
        final List<Statement> statements = new ArrayList<>();
    }

    static class Factory {
        Database make() {
            return new Database();
        }
    }

    static class Session {
        private final Database database;

        Session(Database database) {
            this.database = database;
        }

        void executeOk() {
            synchronized (database) {
                new Compiler(database).compile().uses++;  // false alarm: data-race FP_LockMadeInContexts$Statement.uses (note)
            }
        }
    }

    static class Compiler {
        private final Database database;

        Compiler(Database database) {
            this.database = database;
        }

        Statement compile() {
            if (database.statements.isEmpty()) {
                Statement made = new Statement();
                database.statements.add(made);  // false alarm: data-race FP_LockMadeInContexts$Database.statements (note)
                return made;
            }
            return database.statements.get(0);
        }
    }

    public static void main(String[] args) {
        Factory one = new Factory();
        Factory two = new Factory();
        for (int i = 0; i < 2; i++) {
            Session session = new Session(i == 0 ? one.make() : two.make());
            new Thread(session::executeOk).start();
            new Thread(session::executeOk).start();
        }
    }
}
