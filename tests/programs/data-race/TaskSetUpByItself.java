import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A session that its constructor sets up by its own setters, and that commands get from its one thread. */
public class TaskSetUpByItself {
    interface Command {
        void execute(String line, Session session);
    }

    static class Rename implements Command {
        @Override
        public void execute(String line, Session session) {
            session.setNameOk(line);
            session.setShownBad(line);
        }
    }

    static class Session implements Runnable {
        private final Map<String, Command> commands;
        private final List<Session> all;
        private String nameOk;
        private String shownBad;

        Session(Map<String, Command> commands, List<Session> all, String name) {
            this.commands = commands;
            this.all = all;
            setNameOk(name);
            setShownBad(name);
        }

        void setNameOk(String name) {
            nameOk = name;
        }

        void setShownBad(String name) {
            shownBad = name;  // expect: data-race TaskSetUpByItself$Session.shownBad
        }

        @Override
        public void run() {
            commands.get("rename").execute("mine", this);
            System.out.println(nameOk);
            synchronized (all) {
                for (Session other : all) {
                    System.out.println(other.shownBad);
                }
            }
        }
    }

    /** One that others know before its constructor has set it up. */
    static class Early implements Runnable {
        private int stepsBad;

        Early(List<Early> all) {
            synchronized (all) {
                all.add(this);
            }
            setSteps(1);
        }

        void setSteps(int count) {
            stepsBad = count;  // expect: data-race TaskSetUpByItself$Early.stepsBad
        }

        @Override
        public void run() {
            setSteps(2);
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newCachedThreadPool();
        Map<String, Command> commands = new HashMap<>();
        commands.put("rename", new Rename());
        List<Session> sessions = new ArrayList<>();
        List<Early> early = new ArrayList<>();
        pool.execute(() -> {
            synchronized (early) {
                for (Early it : early) {
                    it.setSteps(3);
                }
            }
        });
        for (String name : args) {
            Session session = new Session(commands, sessions, name);
            synchronized (sessions) {
                sessions.add(session);
            }
            pool.execute(session);
            new Early(early);
        }
        pool.shutdown();
    }
}
