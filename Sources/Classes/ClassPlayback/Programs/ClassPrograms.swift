package import Classes
import PlayCore
import Processes

/// The programs for a class: one opens links on the viewer's command, the other receives broadcasts. No shell sees
/// texts of the class. Used by one thread, which blocks only in ``close()``.
package final class ClassPrograms {
    private let linkWords: [String]
    private let hookWords: [String]
    private var hook: BroadcastHook?
    private var opened: [(child: ChildProcess, address: String)] = []
    package private(set) var unopened: String?

    /// The command that opens links gets the address as its last word; the other gets each broadcast on standard input.
    /// Empty commands do nothing.
    package init(linkCommand: String, broadcastCommand: String) {
        linkWords = Self.words(linkCommand)
        hookWords = Self.words(broadcastCommand)
    }

    private static func words(_ command: String) -> [String] { command.split(separator: " ").map(String.init) }

    // MARK: Links

    /// Opens an address, printable ASCII that begins with its scheme, so no program takes it for an option. Returns the
    /// message for the viewer.
    package func open(_ address: String) -> String {
        unopened = address
        guard let program = linkWords.first else { return tr("Cannot open links: --link-command is empty") }
        do throws(ProgramError) {
            var launch = ProgramLaunch(linkWords + [address])
            // A browser continues to run when this program ends.
            launch.place = .ownSession
            opened.append((try launch.start(), address))
            unopened = nil
        } catch {
            Log.shared.write(.warning, "rooms", "\(error)")
            return tr("Cannot start %1. Copy the link instead.", SafeText.clean(program, limit: 60))
        }
        return tr("Opened with %1", SafeText.clean(program, limit: 60))
    }

    /// Removes the programs that have ended. Returns a message about a failure, or `nil` if there is none.
    package func reapEnded() -> String? {
        var problem: String?
        opened.removeAll { child, address in
            guard let end = child.end() else { return false }
            if end != .code(0) {
                unopened = address
                problem = tr("%1 could not open the link", SafeText.clean(linkWords.first ?? "", limit: 60))
            }
            return true
        }
        return problem
    }

    // MARK: Broadcasts

    package func tell(_ event: ClassEvent) {
        guard !hookWords.isEmpty else { return }
        let hook = hook ?? BroadcastHook(hookWords)
        self.hook = hook
        hook.tell(JSONLines.write([event]))
    }

    /// Must be the last call, made once.
    package func close() {
        hook?.close()
        hook = nil
    }
}

/// The thread `room-hook`: runs the program once for each event, in order.
private final class BroadcastHook: Sendable {
    private struct State {
        var events: [[UInt8]] = []
        var isClosed = false
    }

    /// The maximum number of waiting events. If the program is too slow, further events are dropped and logged.
    private static let mostWaiting = 64
    private static let limits = ProgramRun.Limits(time: .seconds(10), outputBytes: 1 << 20)

    private let state = Monitor(State())
    private let cancel = CancelToken()
    private let thread: WorkerThread

    init(_ words: [String]) {
        let (state, cancel) = (state, cancel)
        thread = WorkerThread(name: "room-hook") {
            while let event = Self.next(state) { Self.run(words, event, cancel) }
        }
    }

    func tell(_ event: [UInt8]) {
        let isTaken = state.update { state in
            guard state.events.count < Self.mostWaiting else { return false }
            state.events.append(event)
            return true
        }
        if !isTaken { Log.shared.write(.warning, "rooms", "the broadcast command is too slow: an event is left out") }
    }

    func close() {
        cancel.cancel()
        state.update { $0.isClosed = true }
        thread.join()
    }

    /// Blocks until there is an event and returns it, or returns `nil` after closing.
    private static func next(_ state: Monitor<State>) -> [UInt8]? {
        state.next { state in
            if state.isClosed { return .end }
            return state.events.isEmpty ? .wait : .work(state.events.removeFirst())
        }
    }

    private static func run(_ words: [String], _ event: [UInt8], _ cancel: CancelToken) {
        do throws(ProgramError) {
            let result = try ProgramRun.run(words, input: event, limits: limits, cancel: cancel)
            guard result.status != 0 else { return }
            Log.shared.write(.warning, "rooms", "\(words[0]) ended with \(result.status)")
        } catch {
            Log.shared.write(.warning, "rooms", "\(error)")
        }
    }
}
