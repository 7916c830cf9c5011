// snarl: --open FP_ExceptionWithCause
import java.io.PrintWriter;
import java.sql.DriverManager;
import java.sql.SQLException;

/** An exception that keeps its cause in a field of its own, and logs the cause, not itself, while it is made. */
public class FP_ExceptionWithCause extends SQLException {
    private Throwable cause;

    public FP_ExceptionWithCause(String message, Throwable cause) {
        super(message);
        this.cause = cause;  // false alarm: data-race FP_ExceptionWithCause.cause (note)
        PrintWriter log = DriverManager.getLogWriter();
        if (cause != null && log != null) {
            cause.printStackTrace(log);
        }
    }

    @Override
    public Throwable getCause() {
        return cause;
    }

    public static void wrapOk(Throwable first) throws FP_ExceptionWithCause {
        try {
            throw new FP_ExceptionWithCause("inner", first);
        } catch (FP_ExceptionWithCause inner) {
            throw new FP_ExceptionWithCause("outer", inner);
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
