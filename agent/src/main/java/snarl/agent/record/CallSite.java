package snarl.agent.record;

import java.util.concurrent.ConcurrentHashMap;

/** An invoke instruction of an instrumented class. */
final class CallSite {
    /** How many classes of receivers are looked for one by one. */
    private static final int FEW = 8;

    final int id;
    final MethodRecord caller;
    final int bci;
    final int opcode;
    final String owner;
    final String name;
    final String descriptor;
    final boolean ownerIsInterface;
    /** Of an {@code invokedynamic} that makes a function, what a call of that function runs. */
    final Function function;

    /** The target that was added last; all are chained. */
    private volatile Target targets;

    private volatile ConcurrentHashMap<Class<?>, Target> many;

    CallSite(
            int id,
            MethodRecord caller,
            int bci,
            int opcode,
            String owner,
            String name,
            String descriptor,
            boolean ownerIsInterface,
            Function function) {
        this.id = id;
        this.caller = caller;
        this.bci = bci;
        this.opcode = opcode;
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.ownerIsInterface = ownerIsInterface;
        this.function = function;
    }

    /**
     * The target for a class of receivers, or null if it is new; the class is null for fixed
     * targets.
     */
    Target find(Class<?> receiver) {
        ConcurrentHashMap<Class<?>, Target> map = many;
        if (map != null) {
            return map.get(receiver);
        }
        for (Target target = targets; target != null; target = target.next) {
            if (target.receiver == receiver) {
                return target;
            }
        }
        return null;
    }

    /** The target for a class of receivers, and whether it was new. */
    synchronized Target add(Class<?> receiver) {
        Target found = find(receiver);
        if (found != null) {
            return found;
        }
        Target added = new Target(this, receiver, targets);
        targets = added;
        if (many != null) {
            many.put(receiver, added);
        } else if (added.number > FEW) {
            ConcurrentHashMap<Class<?>, Target> map = new ConcurrentHashMap<>();
            for (Target target = added; target != null; target = target.next) {
                map.put(target.receiver, target);
            }
            many = map;
        }
        return added;
    }

    boolean calls(MethodRecord method) {
        return name.equals(method.name) && descriptor.equals(method.descriptor);
    }
}
