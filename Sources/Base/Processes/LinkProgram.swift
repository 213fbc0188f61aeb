import PlayCore

/// Opens links by the viewer's program. No shell sees an address. Used by one thread, which never blocks.
package final class LinkProgram {
    private let words: [String]
    private var opened: [(child: ChildProcess, address: String)] = []
    package private(set) var unopened: String?

    /// The command gets the address as its last word. An empty one opens nothing.
    package init(command: String) { words = command.split(separator: " ").map(String.init) }

    /// Opens an address of printable ASCII, which begins with its scheme. Returns the message for the viewer.
    package func open(_ address: String) -> String {
        unopened = address
        guard let program = words.first else { return tr("Cannot open links: --link-command is empty") }
        do throws(ProgramError) {
            var launch = ProgramLaunch(words + [address])
            // A browser continues to run when this program ends.
            launch.place = .ownSession
            opened.append((try launch.start(), address))
            unopened = nil
        } catch {
            Log.shared.write(.warning, "links", "\(error)")
            return tr("Cannot start %1. Copy the link instead.", SafeText.clean(program, limit: 60))
        }
        return tr("Opened with %1", SafeText.clean(program, limit: 60))
    }

    /// Returns a message about a failure, or `nil` if there is none.
    package func reapEnded() -> String? {
        var problem: String?
        opened.removeAll { child, address in
            guard let end = child.end() else { return false }
            if end != .code(0) {
                unopened = address
                problem = tr("%1 could not open the link", SafeText.clean(words.first ?? "", limit: 60))
            }
            return true
        }
        return problem
    }
}
