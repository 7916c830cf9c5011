"""What is counted, on both sides alike: names of figures, and what the results page says."""

MEANINGS = {
    "methods": "methods that are reached, of the application and the JDK, natives too",
    "edges": "call edges: the site of an invoke instruction and a method that it calls, or the "
    "method of a lambda behind the interface that it calls; no edges to class initializers, none "
    "by reflection, no starts of threads, no `toString` of a string concatenation",
    "app_methods": "methods of the application that are reached; its jar and our main",
    "app_edges": "call edges whose caller is in the application",
    "app_pairs": "the same without the site: pairs of caller and callee",
    "virtual_sites": "`invokevirtual` and `invokeinterface` in reached methods of the application",
    "poly_sites": "those of them with more than one callee",
    "casts": "casts to a reference type in reached methods of the application",
    "may_fail_casts": "those of them whose operand may point to an object of another type",
}
