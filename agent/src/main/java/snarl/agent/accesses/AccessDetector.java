package snarl.agent.accesses;

import snarl.runtime.SnarlAccess;
import snarl.runtime.SnarlArray;
import snarl.runtime.SnarlField;
import snarl.runtime.SnarlMemory;
import snarl.runtime.SnarlThread;

/**
 * What the hooks of accesses do, if they have something new to say: they find the location and let
 * the {@link Detector} look.
 *
 * <p>A hook runs inside the tool, never throws, and never waits for what a thread of the program
 * may hold.
 */
final class AccessDetector extends SnarlAccess implements Accesses {
    private final History history;
    private final Registry registry;
    private final FieldEvents fields;
    private final Detector detector;
    private final ArrayShadows arrays;
    private final Guard resolving = new Guard();
    /** In place of a thread that is one too many. */
    private final ThreadState nobody;

    AccessDetector(
            History history,
            Registry registry,
            FieldEvents fields,
            Detector detector,
            ArrayShadows arrays) {
        this.history = history;
        this.registry = registry;
        this.fields = fields;
        this.detector = detector;
        this.arrays = arrays;
        this.nobody =
                new ThreadState(
                        Words.THREADS,
                        Thread.currentThread(),
                        new Birth("", -1, null),
                        history.locksets,
                        LockView.ALWAYS_OTHERS,
                        null);
        this.nobody.isInside = true;
    }

    @Override
    protected SnarlThread onThread(Thread thread) {
        ThreadState state = history.threads.find(thread);
        if (state == null) {
            state = history.enter();
            if (state != null) {
                state.isInside = false;
            }
        }
        return state == null ? nobody : state;
    }

    /** Loads what hooks need, before code calls them that is needed to load it. */
    void warmUp() {
        ThreadState thread = history.enter();
        Site site = new Site(0, null, "", "", 0, Site.Kind.ARRAY, true, "", "");
        int[] array = new int[1];
        element(thread, arrays.of(array), 0, site, true);
        element(thread, arrays.of(array), 0, site, false);
        thread.isInside = false;
        SnarlThread.current();
    }

    // Fields of objects

    @Override
    protected void onRead(Object object, SnarlField known, SnarlThread running, int site) {
        field(object, known, running, site, false);
    }

    @Override
    protected void onWrite(Object object, SnarlField known, SnarlThread running, int site) {
        field(object, known, running, site, true);
    }

    private void field(
            Object object, SnarlField known, SnarlThread running, int id, boolean isWrite) {
        ThreadState thread = history.enter((ThreadState) running);
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.sites.get(id);
            SnarlField words = known != null ? known : resolve(site, object.getClass());
            if (words != SnarlField.NONE) {
                look(thread, thread.location.of(object, words), site, isWrite, object, site.field);
            }
        } finally {
            thread.isInside = false;
        }
    }

    private SnarlField resolve(Site site, Class<?> receiver) {
        FieldRecord field = fields.resolve(site, receiver);
        return remember(site, field.words(receiver));
    }

    private SnarlField remember(Site site, SnarlField words) {
        resolving.take();
        try {
            SnarlAccess.resolve(site.id, words);
        } finally {
            resolving.state = Guard.FREE;
        }
        return words;
    }

    private void look(
            ThreadState thread, Location at, Site site, boolean isWrite, Object object, Object what) {
        history.pauseNowAndThen(thread);
        if (!site.hasRun) {
            site.hasRun = true;
        }
        detector.look(thread.access.of(site, isWrite, object, what), at);
        at.forget();
        thread.access.forget();
    }

    // Final fields

    @Override
    protected boolean onReadFinal(Object object, SnarlField known, SnarlThread running, int id) {
        ThreadState thread = history.enter((ThreadState) running);
        if (thread == null) {
            return false;
        }
        try {
            Site site = registry.sites.get(id);
            SnarlField words = known;
            if (words == null) {
                FieldRecord field = fields.resolve(site, object.getClass());
                words = remember(site, field.constructionWords(object.getClass()));
            }
            return words == SnarlField.NONE
                    || readFinal(thread, site, object, SnarlMemory.word(object, words.write));
        } finally {
            thread.isInside = false;
        }
    }

    /** What the constructor did is known to whoever reads the field, once it has ended. */
    private boolean readFinal(ThreadState thread, Site site, Object object, long word) {
        if (word == 0 || Words.thread(word) == thread.number) {
            return true;
        }
        if (thread.knows(word)) {
            thread.remember(Words.epoch(Words.thread(word), Words.count(word)));
        } else if (Words.site(word) == 0) {
            learn(thread, word);
            thread.remember(word);
        } else if (registry.sites.get(Words.site(word)).field == site.field) {
            // Else the constructor has set another field since: this one may well be known.
            detector.lookAtFinal(thread.access.of(site, false, object, site.field), word);
            thread.access.forget();
            return false;
        }
        return true;
    }

    /** The thread comes to know how far another one was, which need not have told what it knew. */
    private void learn(ThreadState thread, long word) {
        history.threads.learnAlone(Words.thread(word), Words.count(word));
        thread.time.learn(Words.thread(word), Words.count(word));
    }

    // Static fields

    @Override
    protected void onReadStatic(SnarlField known, SnarlThread running, int site) {
        staticField(known, running, site, false);
    }

    @Override
    protected void onWriteStatic(SnarlField known, SnarlThread running, int site) {
        staticField(known, running, site, true);
    }

    private void staticField(SnarlField known, SnarlThread running, int id, boolean isWrite) {
        ThreadState thread = history.enter((ThreadState) running);
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.sites.get(id);
            FieldRecord field = fields.resolveStatic(site);
            SnarlField words = known != null ? known : remember(site, field.words(null));
            if (words != SnarlField.NONE) {
                fields.learnInitialized(thread, field.owner);
                look(thread, thread.location.of(null, words), site, isWrite, null, field);
            }
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onReadStaticFinal(SnarlThread running, int id) {
        ThreadState thread = history.enter((ThreadState) running);
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.sites.get(id);
            FieldRecord field = fields.resolveStatic(site);
            if (field == FieldRecord.FOREIGN || !field.owner.hasInitializer) {
                remember(site, SnarlField.NONE);
            } else {
                remember(site, new SnarlField(field.owner.id));
                fields.learnInitialized(thread, field.owner);
            }
        } finally {
            thread.isInside = false;
        }
    }

    // Arrays

    @Override
    protected void onLost() {
        history.lost++;
    }

    @Override
    protected void onPause(int spins) {
        Guard.pause(spins);
    }

    @Override
    protected SnarlArray onArray(Object array) {
        return arrays.of(array);
    }

    @Override
    protected void onReadElement(SnarlArray words, int index, SnarlThread running, int site) {
        element(words, index, running, site, false);
    }

    @Override
    protected void onWriteElement(SnarlArray words, int index, SnarlThread running, int site) {
        element(words, index, running, site, true);
    }

    private void element(
            SnarlArray words, int index, SnarlThread running, int id, boolean isWrite) {
        ThreadState thread = history.enter((ThreadState) running);
        if (thread == null) {
            return;
        }
        try {
            element(thread, words, index, registry.sites.get(id), isWrite);
        } finally {
            thread.isInside = false;
        }
    }

    private void element(
            ThreadState thread, SnarlArray words, int index, Site site, boolean isWrite) {
        Object array = words.get();
        if (array != null) {
            Location at = thread.location.of(words, index);
            look(thread, at, site, isWrite, array, array.getClass());
        }
    }

    // Objects that come to be otherwise

    @Override
    protected void onCloned(Object clone) {
        ThreadState thread = history.enter();
        if (thread == null) {
            return;
        }
        try {
            for (Class<?> type = clone.getClass(); type != null; type = type.getSuperclass()) {
                TypeRecord record = registry.classes.find(type);
                if (record != null) {
                    clear(thread, clone, record);
                }
            }
        } finally {
            thread.isInside = false;
        }
    }

    private static void clear(ThreadState thread, Object clone, TypeRecord record) {
        for (FieldRecord field : record.fields.values()) {
            if (!field.isStatic() && !field.isFinal() && !field.isVolatile()) {
                SnarlField words = field.words(clone.getClass());
                if (words != SnarlField.NONE) {
                    thread.location.of(clone, words).clear();
                }
            }
        }
        thread.location.forget();
    }

    // Objects that go

    @Override
    public void finalizes(ThreadState thread, Object object) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            TypeRecord record = registry.classes.find(type);
            if (record != null && record.hasFinalizer) {
                long offset = SnarlMemory.offset(type, FieldRecord.CONSTRUCTION);
                long word = SnarlMemory.word(object, offset);
                learn(thread, word);
            }
        }
    }

    // Locations whose hooks do not know the words

    @Override
    public void access(
            ThreadState thread, Object object, int key, Site site, boolean isWrite, Object what) {
        if (what instanceof FieldRecord field) {
            Object owner = field.isStatic() ? null : object;
            SnarlField words = field.words(owner == null ? null : owner.getClass());
            if (words != SnarlField.NONE) {
                look(thread, thread.location.of(owner, words), site, isWrite, owner, field);
            }
        } else if (key >= 0) {
            SnarlArray words = arrays.of(object);
            if (words != null) {
                element(thread, words, key, site, isWrite);
            }
        } else {
            Shadow shadow = history.shadows.of(object);
            if (shadow != null) {
                Location at = thread.location.of(shadow.cell());
                look(thread, at, site, isWrite, object, what);
            }
        }
    }
}
