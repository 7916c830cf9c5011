package snarl.agent.record;

import snarl.agent.loading.Ids;
import snarl.agent.loading.LoadedClasses;

/** All classes, methods, calls and allocations that were instrumented. */
final class Registry {
    final LoadedClasses<ClassRecord> classes = new LoadedClasses<>();
    final Ids<MethodRecord> methods = new Ids<>(new MethodRecord[0]);
    final Ids<CallSite> sites = new Ids<>(new CallSite[0]);
    final Ids<Allocation> allocations = new Ids<>(new Allocation[0]);
}
