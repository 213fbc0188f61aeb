extension Sequence<String> {
    /// Joined by the sign between the items of a list in the language of the messages.
    package var listed: String { joined(separator: trc("between items", ", ")) }

    /// Joined by the sign between the clauses of a sentence.
    package var clauses: String { joined(separator: trc("between clauses", ", ")) }
}
