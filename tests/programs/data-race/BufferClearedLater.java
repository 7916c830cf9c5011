/** The place is cleared when the lock was free for a while: somebody else may have taken the same letter. */
public class BufferClearedLater {
    static class Letter {
        int read;
    }

    private final Letter[] letters = {new Letter(), new Letter()};

    Letter letterBad(int place) {
        Letter letter;
        synchronized (this) {
            letter = letters[place];
        }
        synchronized (this) {
            letters[place] = null;
        }
        return letter;
    }

    void readBad() {
        Letter letter = letterBad(0);
        if (letter != null) {
            letter.read++;  // expect: data-race BufferClearedLater$Letter.read
        }
    }

    public static void main(String[] args) {
        BufferClearedLater buffer = new BufferClearedLater();
        for (int i = 0; i < 2; i++) {
            new Thread(buffer::readBad).start();
        }
    }
}
