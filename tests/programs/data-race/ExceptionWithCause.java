// snarl: --open ExceptionWithCause
import java.io.PrintWriter;
import java.sql.DriverManager;
import java.sql.SQLException;

/** An exception that keeps its cause in a field of its own, and logs the cause, not itself, while it is made. */
public class ExceptionWithCause extends SQLException {
    private Throwable cause;

    public ExceptionWithCause(String message, Throwable cause) {
        super(message);
        this.cause = cause;
        PrintWriter log = DriverManager.getLogWriter();
        if (cause != null && log != null) {
            cause.printStackTrace(log);
        }
    }

    @Override
    public Throwable getCause() {
        return cause;
    }

    public static void wrapOk(Throwable first) throws ExceptionWithCause {
        try {
            throw new ExceptionWithCause("inner", first);
        } catch (ExceptionWithCause inner) {
            throw new ExceptionWithCause("outer", inner);
        }
    }

    @Override
    public void printStackTrace(PrintWriter out) {
        super.printStackTrace(out);
        if (cause != null) {
            cause.printStackTrace(out);
        }
    }
}
