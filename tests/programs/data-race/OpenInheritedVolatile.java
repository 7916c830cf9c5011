import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream has a volatile field of the JDK's; and a synchronized method that guards nothing. */
public class OpenInheritedVolatile extends FilterInputStream {
    private boolean isAtEnd;

    public OpenInheritedVolatile(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int found = in.read();
        if (found < 0) {
            isAtEnd = true;
        }
        return found;
    }

    @Override
    public synchronized void mark(int limit) {}

    @Override
    public synchronized void reset() throws IOException {
        throw new IOException("cannot go back");
    }

    public boolean isAtEndBad() {
        return isAtEnd;  // expect: data-race OpenInheritedVolatile.isAtEnd (note)
    }
}
