extension Sequence<String> {
    package var listed: String { joined(separator: trc("between items", ", ")) }

    package var clauses: String { joined(separator: trc("between clauses", ", ")) }
}
