extension Sequence<String> {
    /// The items, joined by the list separator of the message language.
    package var listed: String { joined(separator: trc("between items", ", ")) }

    package var clauses: String { joined(separator: trc("between clauses", ", ")) }
}
