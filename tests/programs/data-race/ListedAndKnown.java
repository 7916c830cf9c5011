// snarl: --open ListedAndKnown
import java.util.concurrent.ConcurrentLinkedQueue;

/** Entries of one list, under its lock, are safe although others know them; those of two lists are not. */
public class ListedAndKnown {
    private final Users users = new Users();
    private final Items items = new Items();
    private final Items others = new Items();

    private static class User {
        final String name;
        User next;

        User(String name) {
            this.name = name;
        }
    }

    private static class Job {
        final User user;

        Job(User user) {
            this.user = user;
        }
    }

    private static class Users {
        private final ConcurrentLinkedQueue<Job> jobs = new ConcurrentLinkedQueue<>();
        private User first;

        synchronized void addOk(String name) {
            User user = new User(name);
            user.next = first;
            first = user;
            jobs.add(new Job(user));
        }

        synchronized void removeOk(String name) {
            User before = null;
            for (User user = first; user != null; user = user.next) {
                if (user.name.equals(name) && before != null) {
                    before.next = user.next;
                }
                before = user;
            }
        }

        String nextOk() {
            Job job = jobs.poll();
            return job == null ? null : job.user.name;
        }
    }

    private static class Item {
        int count;
        Item next;
    }

    private static class Items {
        private Item first;

        synchronized void addBad(Item item) {
            item.next = first;  // expect: data-race ListedAndKnown$Item.next
            first = item;
        }

        synchronized int sumBad() {
            int sum = 0;
            for (Item item = first; item != null; item = item.next) {
                sum += item.count;
            }
            return sum;
        }
    }

    public void addUser(String name) {
        users.addOk(name);
    }

    public void removeUser(String name) {
        users.removeOk(name);
    }

    public String nextUser() {
        return users.nextOk();
    }

    public void addItem() {
        Item item = new Item();
        items.addBad(item);
        others.addBad(item);
    }

    public int sum() {
        return items.sumBad() + others.sumBad();
    }
}
