import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream has a volatile field of the JDK's, a synchronized method that guards nothing, and one that is
 * synchronized as the one is that it overrides.
 */
public class OpenInheritedVolatile extends FilterInputStream {
    private boolean isAtEnd;
    private int position;
    private int marked;

    public OpenInheritedVolatile(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int found = in.read();
        if (found < 0) {
            isAtEnd = true;
        }
        position++;
        return found;
    }

    @Override
    public synchronized void mark(int limit) {
        marked = position;
    }

    public int positionBad() {
        return position + marked;  // expect: data-race OpenInheritedVolatile.position (note)
    }

    public int markedBad() {
        return marked;  // expect: data-race OpenInheritedVolatile.marked (note)
    }

    @Override
    public synchronized void reset() throws IOException {
        throw new IOException("cannot go back");
    }

    public boolean isAtEndBad() {
        return isAtEnd;  // expect: data-race OpenInheritedVolatile.isAtEnd (note)
    }
}
