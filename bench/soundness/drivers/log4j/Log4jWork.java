import java.io.StringWriter;
import org.apache.log4j.AsyncAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.MDC;
import org.apache.log4j.NDC;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;

/** Loggers that four threads use, while another one changes levels and appenders. */
public class Log4jWork {
    public static void main(String[] args) throws Exception {
        StringWriter text = new StringWriter();
        PatternLayout layout = new PatternLayout("%r %d [%t] %-5p %c{1} %x %X{who} %C.%M:%L %m%n");
        WriterAppender writer = new WriterAppender(layout, text);
        AsyncAppender async = new AsyncAppender();
        async.addAppender(new WriterAppender(new PatternLayout("%m%n"), new StringWriter()));
        Logger root = Logger.getRootLogger();
        root.addAppender(writer);
        root.addAppender(async);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number));
            threads[i].start();
        }
        for (int i = 0; i < 20; i++) {
            Logger.getLogger("work." + i % 3).setLevel(i % 2 == 0 ? Level.INFO : Level.DEBUG);
            Logger.getLogger("work").setAdditivity(true);
            async.setBufferSize(16 + i);
            Thread.sleep(1);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        org.apache.log4j.LogManager.shutdown();
        System.out.println(text.toString().length() > 0);
    }

    private static void work(int number) {
        MDC.put("who", "thread " + number);
        NDC.push("n" + number);
        for (int i = 0; i < 30; i++) {
            Logger logger = Logger.getLogger("work." + i % 3);
            logger.info("message " + i);
            if (logger.isDebugEnabled()) {
                logger.debug("more", new IllegalStateException("told"));
            }
        }
        NDC.remove();
    }
}
