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
import java.util.Collections;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** An embedded Tomcat: servlets, a filter, sessions, files, real requests over loopback. */
public class TomcatWork {
    public static void main(String[] args) throws Exception {
        Logger.getLogger("org.apache").setLevel(Level.SEVERE);
        Path files = Files.createDirectories(Path.of(args[0], "files"));
        Files.writeString(files.resolve("page.txt"), "a page");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(args[0]);
        tomcat.setHostname("localhost");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", files.toAbsolutePath().toString());
        Tomcat.addServlet(context, "hello", new Hello());
        context.addServletMappingDecoded("/hello", "hello");
        Tomcat.addServlet(context, "visits", Visits.class.getName());
        context.addServletMappingDecoded("/visits/*", "visits");
        Wrapper files0 = Tomcat.addServlet(context, "files", new DefaultServlet());
        files0.setLoadOnStartup(1);
        context.addServletMappingDecoded("/", "files");
        addFilter(context);
        tomcat.start();
        try {
            ask(tomcat.getConnector().getLocalPort());
        } finally {
            tomcat.stop();
            tomcat.destroy();
        }
    }

    private static void addFilter(Context context) {
        FilterDef definition = new FilterDef();
        definition.setFilterName("mark");
        definition.setFilter(new Mark());
        context.addFilterDef(definition);
        FilterMap map = new FilterMap();
        map.setFilterName("mark");
        map.addURLPattern("/*");
        context.addFilterMap(map);
    }

    private static void ask(int port) throws Exception {
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        String base = "http://127.0.0.1:" + port;
        show(client, HttpRequest.newBuilder(URI.create(base + "/hello?name=snarl&x=1")).build());
        show(client, HttpRequest.newBuilder(URI.create(base + "/hello")).POST(form("name=posted+text&y=2")).header("Content-Type", "application/x-www-form-urlencoded").build());
        HttpResponse<String> first = show(client, HttpRequest.newBuilder(URI.create(base + "/visits/a")).build());
        String cookie = first.headers().firstValue("Set-Cookie").orElse("").split(";")[0];
        show(client, HttpRequest.newBuilder(URI.create(base + "/visits/a")).header("Cookie", cookie).build());
        show(client, HttpRequest.newBuilder(URI.create(base + "/page.txt")).build());
        show(client, HttpRequest.newBuilder(URI.create(base + "/missing")).build());
        show(client, HttpRequest.newBuilder(URI.create(base + "/hello?fail=1")).build());
    }

    private static HttpRequest.BodyPublisher form(String text) {
        return HttpRequest.BodyPublishers.ofString(text);
    }

    private static HttpResponse<String> show(HttpClient client, HttpRequest request) throws Exception {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        String body = response.body();
        String shown = response.statusCode() == 200 ? body : body.length() > 100 ? "a page of errors" : body;
        System.out.println(response.statusCode() + " " + response.headers().firstValue("X-Mark").orElse("-") + " " + shown.strip());
        return response;
    }

    /** Answers with its parameters. */
    public static class Hello extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
            if (request.getParameter("fail") != null) {
                response.sendError(418, "as asked");
                return;
            }
            response.setContentType("text/plain");
            response.setCharacterEncoding("UTF-8");
            for (String name : Collections.list(request.getParameterNames())) {
                response.getWriter().println(name + "=" + request.getParameter(name));
            }
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
            doGet(request, response);
        }
    }

    /** Counts in the session. */
    public static class Visits extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            HttpSession session = request.getSession();
            Integer before = (Integer) session.getAttribute("visits");
            int now = before == null ? 1 : before + 1;
            session.setAttribute("visits", now);
            byte[] text = ("visit " + now + " of " + request.getPathInfo()).getBytes("UTF-8");
            response.setContentLength(text.length);
            response.getOutputStream().write(text);
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
