import CPlatform
import Catalogue
import Cells
import Glibc
import Localization
import Options
import PlayCore
import Rooms

/// Programs that a class has to do with: what opens links when the viewer asks for it (ROOM-44), and what is told of
/// broadcasts (ROOM-48). No shell ever sees what a class says. Main thread, which never waits but in ``close()``.
final class RoomPrograms {
    private let linkWords: [String]
    private let hookWords: [String]
    private var hook: BroadcastHook?
    /// Started and not yet ended.
    private var opened: [pid_t] = []

    init(_ wishes: RoomWishes) {
        linkWords = Self.words(wishes.linkCommand)
        hookWords = Self.words(wishes.broadcastCommand ?? "")
    }

    private static func words(_ command: String) -> [String] { command.split(separator: " ").map(String.init) }

    // MARK: Links

    /// - Parameter address: printable ASCII that begins with its scheme, so no program takes it for an option.
    /// - Returns: what to tell the viewer.
    func open(_ address: String) -> String {
        guard let program = linkWords.first else { return tr("Links are not opened: --link-command is empty") }
        guard let child = Self.start(linkWords + [address]) else {
            return tr("%1 cannot be started: the link can be copied", SafeText.clean(program, limit: 60))
        }
        opened.append(child)
        return tr("Opened with %1", SafeText.clean(program, limit: 60))
    }

    /// What became of those that have ended; nil: nothing worth a word.
    func takeProblem() -> String? {
        var problem: String?
        opened.removeAll { child in
            var status: Int32 = 0
            guard waitpid(child, &status, WNOHANG) == child else { return false }
            if tv_exited(status) == 0 || tv_exit_status(status) != 0 {
                problem = tr("%1 could not open the link", SafeText.clean(linkWords.first ?? "", limit: 60))
            }
            return true
        }
        return problem
    }

    /// In a session of its own, which outlives us, without our terminal and descriptors.
    private static func start(_ words: [String]) -> pid_t? {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var everything = sigset_t()
        var nothing = sigset_t()
        sigfillset(&everything)
        sigemptyset(&nothing)
        posix_spawnattr_setsigdefault(&attributes, &everything)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        let flags = Int32(POSIX_SPAWN_SETSID) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        let arguments = words.map { ByteText.withCString($0) { strdup($0) } } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        guard let program = arguments[0], posix_spawnp(&child, program, &actions, &attributes, arguments, environ) == 0
        else { return nil }
        return child
    }

    // MARK: Broadcasts

    func tell(_ event: RoomEvent) {
        guard !hookWords.isEmpty else { return }
        let hook = hook ?? BroadcastHook(hookWords)
        self.hook = hook
        hook.tell(JSONLines.write([event]))
    }

    /// Call once, last.
    func close() {
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
    private static let limits = ChildProcess.Limits(time: .seconds(10), outputBytes: 1 << 20)

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
        state.wait { state -> [UInt8]?? in
            if state.isClosed { return .some(nil) }
            return state.events.isEmpty ? nil : state.events.removeFirst()
        } ?? nil
    }

    private static func run(_ words: [String], _ event: [UInt8], _ cancel: CancelToken) {
        do throws(CatalogueError) {
            let result = try ChildProcess.run(words, input: event, limits: limits, cancel: cancel)
            guard result.status != 0 else { return }
            Log.shared.write(.warning, "rooms", "\(words[0]) ended with \(result.status)")
        } catch {
            Log.shared.write(.warning, "rooms", "\(error)")
        }
    }
}
