// needs: 21

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Each thread leaves what it has made to tasks, and closes their executor before it goes on with it. */
public class ExecutorClosedByMaker {
    static class Page {
        String body;
        String foot;
        final List<String> parts = new ArrayList<>();
    }

    static Page closedOk(String name) {
        Page page = new Page();
        try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            tasks.submit(() -> page.body = "body of " + name);
            tasks.execute(() -> page.parts.add("part of " + name));
        }
        page.parts.add(page.body);
        return page;
    }

    static Page notClosedYetBad(String name) {
        Page page = new Page();
        try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            tasks.submit(() -> page.foot = "foot of " + name);
            System.out.println(page.foot);  // expect: data-race ExecutorClosedByMaker$Page.foot
        }
        return page;
    }

    static void run(String name) {
        System.out.println(closedOk(name).body);
        System.out.println(notClosedYetBad(name).foot);
    }

    public static void main(String[] args) {
        new Thread(() -> run("one")).start();
        new Thread(() -> run("two")).start();
    }
}
