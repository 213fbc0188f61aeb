import Localization
import PlayCore
import Processes
package import Rooms
import Text

/// Programs that a class has to do with: what opens links when the viewer asks for it, and what is told of
/// broadcasts. No shell ever sees what a class says. One thread, which never waits but in ``close()``.
package final class RoomPrograms {
    private let linkWords: [String]
    private let hookWords: [String]
    private var hook: BroadcastHook?
    /// Started and not yet ended, with what they were to open.
    private var opened: [(child: ChildProcess, address: String)] = []
    /// What could not be opened last.
    package private(set) var unopened: String?

    /// - Parameters:
    ///   - linkCommand: opens links; words, the address follows. Empty: links are not opened.
    ///   - broadcastCommand: gets each broadcast on its standard input; empty: none does.
    package init(linkCommand: String, broadcastCommand: String) {
        linkWords = Self.words(linkCommand)
        hookWords = Self.words(broadcastCommand)
    }

    private static func words(_ command: String) -> [String] { command.split(separator: " ").map(String.init) }

    // MARK: Links

    /// - Parameter address: printable ASCII that begins with its scheme, so no program takes it for an option.
    /// - Returns: what to tell the viewer.
    package func open(_ address: String) -> String {
        unopened = address
        guard let program = linkWords.first else { return tr("Cannot open links: --link-command is empty") }
        do throws(ProgramError) {
            var launch = ProgramLaunch(linkWords + [address])
            // A browser stays when we end.
            launch.place = .ownSession
            opened.append((try launch.start(), address))
            unopened = nil
        } catch {
            Log.shared.write(.warning, "rooms", "\(error)")
            return tr("Cannot start %1. Copy the link instead.", SafeText.clean(program, limit: 60))
        }
        return tr("Opened with %1", SafeText.clean(program, limit: 60))
    }

    /// What became of those that have ended; nil: nothing worth a word.
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

    package func tell(_ event: RoomEvent) {
        guard !hookWords.isEmpty else { return }
        let hook = hook ?? BroadcastHook(hookWords)
        self.hook = hook
        hook.tell(JSONLines.write([event]))
    }

    /// Call once, last.
    package func close() {
        hook?.close()
        hook = nil
    }
}

/// The thread `room-hook`: runs the program for one event after the other, in their order.
private final class BroadcastHook: Sendable {
    private struct State {
        var events: [[UInt8]] = []
        var isClosed = false
    }

    /// Events that wait: a program that is too slow for more misses them, and the log says so.
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

    /// Waits; nil: closed.
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
