package struct ListenCommand: Sendable, Equatable {
    /// A socket's path; unverified text.
    package let socket: String
    package let endsWithInput: Bool
}

/// `tvplay ssh`.
package struct SecureShellCommand: Sendable, Equatable {
    /// `[USER@]HOST`, or a name of ssh's configuration. Never begins with a dash.
    package private(set) var host = ""
    package private(set) var sshOptions: [String] = []
    package private(set) var copies = false
    package private(set) var program: String?
    /// The remote player's options and files, as typed.
    package private(set) var words: [String] = []

    /// Parses options of the command anywhere before `--`. All other words after the host are the remote player's.
    /// Returns `nil` without a host.
    init?(_ words: [String]) throws(OptionError) {
        var isOwn = true
        var rest = words[...]
        while let word = rest.popFirst() {
            if isOwn, try readOwn(word, &rest) { continue }
            if host.isEmpty {
                if word.hasPrefix("-") { throw .unknownOption(word, suggestion: nil) }
                host = word
                continue
            }
            if word == "--" { isOwn = false }
            self.words.append(word)
        }
        if host.isEmpty { return nil }
    }

    private mutating func readOwn(_ word: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> Bool {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard ["--ssh-option", "--copy", "--run"].contains(parts.first) else { return false }
        if parts[0] == "--copy" {
            if parts.count == 2 { throw .unexpectedValue(option: parts[0]) }
            copies = true
            return true
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else { throw .missingValue(option: parts[0]) }
        if parts[0] == "--run" { program = value } else { sshOptions.append(value) }
        return true
    }
}
