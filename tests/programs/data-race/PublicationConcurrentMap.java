import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Published through a concurrent map, complete when it is put there. */
public class PublicationConcurrentMap {
    static class User {
        String name;
        int age;
    }

    private static final ConcurrentMap<String, User> USERS = new ConcurrentHashMap<>();

    static void addOk() {
        User user = new User();
        user.name = "Ada";
        user.age = 36;
        USERS.put(user.name, user);
    }

    public static void main(String[] args) {
        new Thread(PublicationConcurrentMap::addOk).start();
        User found = USERS.get("Ada");
        if (found != null) {
            System.out.println(found.name + found.age);
        }
    }
}
