package enum ShellWords {
    /// Quotes a word so that the shell takes it literally. A zero byte cannot be quoted.
    package static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122: true
                default: "_-./:=@%+,".utf8.contains(byte)
                }
            }
        if isPlain { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    package static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    /// Returns a `sh` script as a command that any login shell understands.
    package static func script(_ text: String) -> String { "exec sh -c " + quoted(text) }
}
