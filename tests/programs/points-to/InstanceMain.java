// since: 25

/** An instance main of Java 25: the launcher makes the object. */
class InstanceMain {
    Object field = new Object();

    void main() {  // reached
        see(field);  // points to: Object@5
        see(this);  // points to: InstanceMain
    }

    void see(Object o) {}
}
