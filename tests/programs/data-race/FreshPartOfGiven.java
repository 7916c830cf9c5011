// snarl: --open FreshPartOfGiven
/** A helper makes one argument known, and with it the other one, if that is a part of it; of what is known already it is none. */
public class FreshPartOfGiven {
    private static final class Holder {
        private Part part;
        private Seal seal;
        private Stamp stamp;
    }

    private static final class Part {
        private int count;
    }

    private static final class Stamp {
        private int count;
    }

    private static final class Seal {
        private int count;
    }

    private final Holder first = new Holder();
    private volatile Holder known = first;

    private void publish(Holder holder) {
        known = holder;
    }

    private void fill(Holder holder, Part part) {
        publish(holder);
        part.count++;  // expect: data-race FreshPartOfGiven$Part.count
    }

    public void fillNewBad() {
        Holder holder = new Holder();
        Part part = new Part();
        holder.part = part;
        fill(holder, part);
    }

    public void fillKnownOk() {
        fill(first, new Part());
    }

    public int countBad() {
        Holder holder = known;
        return holder.part == null ? 0 : holder.part.count;
    }

    private void seal(Seal seal) {
        sealAll(this);
        seal.count++;
    }

    private void sealAll(FreshPartOfGiven given) {
        publish(given.first);
    }

    public void sealOk() {
        Seal seal = new Seal();
        seal(seal);
        Holder holder = new Holder();
        holder.seal = seal;
        known = holder;
    }

    /** It becomes a part here. */
    private void join(Holder holder, Stamp stamp) {
        holder.stamp = stamp;
        publish(holder);
        stamp.count++;  // expect: data-race FreshPartOfGiven$Stamp.count
    }

    public void joinBad() {
        join(new Holder(), new Stamp());
    }

    public int joinedBad() {
        Holder holder = known;
        return holder.stamp == null ? 0 : holder.stamp.count;
    }

    public int sealedOk() {
        Holder holder = known;
        return holder.seal == null ? 0 : holder.seal.count;
    }
}
