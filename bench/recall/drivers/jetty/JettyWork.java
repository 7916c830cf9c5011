import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.HandlerCollection;
import org.eclipse.jetty.server.handler.StatisticsHandler;
import org.eclipse.jetty.server.handler.gzip.GzipHandler;
import org.eclipse.jetty.servlet.DefaultServlet;
import org.eclipse.jetty.servlet.FilterHolder;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** An embedded Jetty: servlets, one of them asynchronous, handlers, real requests over loopback. */
public class JettyWork {
    public static void main(String[] args) throws Exception {
        Path files = Files.createDirectories(Path.of(args[0], "files"));
        Files.writeString(files.resolve("page.txt"), "a page ".repeat(40));
        Server server = new Server(new QueuedThreadPool(8));
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        connector.setPort(0);
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler(ServletContextHandler.SESSIONS);
        context.setContextPath("/");
        context.setResourceBase(files.toAbsolutePath().toString());
        context.addServlet(new ServletHolder(new Hello()), "/hello");
        context.addServlet(Later.class, "/later");
        context.addServlet(DefaultServlet.class, "/");
        context.addFilter(new FilterHolder(new Mark()), "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
        GzipHandler gzip = new GzipHandler();
        gzip.setMinGzipSize(50);
        gzip.setHandler(context);
        StatisticsHandler statistics = new StatisticsHandler();
        statistics.setHandler(gzip);
        HandlerCollection all = new HandlerCollection();
        all.addHandler(statistics);
        server.setHandler(all);
        server.start();
        try {
            ask(connector.getLocalPort());
            System.out.println("requests " + statistics.getRequests());
        } finally {
            server.stop();
        }
    }

    private static void ask(int port) throws Exception {
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        String base = "http://127.0.0.1:" + port;
        HttpResponse<String> first = show(client, HttpRequest.newBuilder(URI.create(base + "/hello?name=snarl")).build());
        String cookie = first.headers().firstValue("Set-Cookie").orElse("").split(";")[0];
        show(client, HttpRequest.newBuilder(URI.create(base + "/hello")).header("Cookie", cookie).header("Content-Type", "application/x-www-form-urlencoded").POST(HttpRequest.BodyPublishers.ofString("name=posted+text")).build());
        show(client, HttpRequest.newBuilder(URI.create(base + "/later")).build());
        show(client, HttpRequest.newBuilder(URI.create(base + "/page.txt")).build());
        show(client, HttpRequest.newBuilder(URI.create(base + "/page.txt")).header("Accept-Encoding", "gzip").build());
        show(client, HttpRequest.newBuilder(URI.create(base + "/missing")).build());
        show(client, HttpRequest.newBuilder(URI.create(base + "/page.txt")).method("HEAD", HttpRequest.BodyPublishers.noBody()).build());
    }

    private static HttpResponse<String> show(HttpClient client, HttpRequest request) throws Exception {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        String packed = response.headers().firstValue("Content-Encoding").orElse("plain");
        String shown = response.statusCode() == 200 && packed.equals("plain") ? response.body().strip() : "";
        System.out.println(response.statusCode() + " " + response.headers().firstValue("X-Mark").orElse("-") + " " + packed + " " + shown);
        return response;
    }

    /** Answers with a parameter and a count of the session. */
    public static class Hello extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            HttpSession session = request.getSession();
            Integer before = (Integer) session.getAttribute("visits");
            int now = before == null ? 1 : before + 1;
            session.setAttribute("visits", now);
            response.setContentType("text/plain;charset=utf-8");
            response.getWriter().println(request.getParameter("name") + " " + now);
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            doGet(request, response);
        }
    }

    /** Answers from another thread. */
    public static class Later extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext later = request.startAsync();
            later.start(
                    () -> {
                        try {
                            later.getResponse().getOutputStream().print("later");
                        } catch (IOException problem) {
                            throw new IllegalStateException(problem);
                        }
                        later.complete();
                    });
        }
    }

    /** Marks every answer. */
    public static class Mark implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException, ServletException {
            ((HttpServletResponse) response).setHeader("X-Mark", "seen");
            chain.doFilter(request, response);
        }
    }
}
