// snarl: --open ArrayGivenBack
import java.util.List;

/** An array that is given to `toArray` may be the one that comes back. */
public class ArrayGivenBack {
    private final String[] room = new String[8];

    public synchronized void fillBad(List<String> all) {
        String[] filled = all.toArray(room);
        filled[0] = "first";  // expect: data-race array ArrayGivenBack.room
    }

    public String roomBad() {
        return room[0];
    }
}
