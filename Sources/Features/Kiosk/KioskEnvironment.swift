import CPlatform
import Glibc
import PlayCore

/// Viewers can set variables through sshd, so only variables that are checked here are kept.
package enum KioskEnvironment {
    package static func accepted(_ name: String, _ value: String) -> String? {
        let allowed: (UInt8) -> Bool
        switch name {
        case "TERM", "COLORTERM", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES":
            allowed = { isWord($0) || ".@:".utf8.contains($0) }
        case "NO_COLOR": allowed = isWord
        case "SSH_CONNECTION": allowed = { isWord($0) || ".: %".utf8.contains($0) }
        default: return nil
        }
        guard !value.isEmpty, value.utf8.count <= 128, value.utf8.allSatisfy(allowed), !value.contains("..") else {
            return nil
        }
        return value
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || "+-_".utf8.contains(byte)
    }

    /// Keeps accepted variables of this process's environment, and adds `own`. Call before starting any thread.
    package static func clean(own: [String: String]) {
        for (name, value) in variables where accepted(name, value) == nil { unsetenv(name) }
        // Today's terminals use UTF-8, even if ssh does not say so.
        let languages = ["LC_ALL", "LC_CTYPE", "LANG"]
        if languages.allSatisfy({ ProcessEnvironment.text($0) == nil }) { setenv("LANG", "C.UTF-8", 1) }
        for (name, value) in own { _ = ByteText.withCString(value) { setenv(name, $0, 1) } }
    }

    private static var variables: [(name: String, value: String)] {
        var found: [(String, String)] = []
        var next = environ
        while let text = next.pointee {
            let parts = ByteText.text(UnsafeRawBufferPointer(start: text, count: strlen(text)))
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            found.append((String(parts[0]), parts.count == 2 ? String(parts[1]) : ""))
            next += 1
        }
        return found
    }
}
