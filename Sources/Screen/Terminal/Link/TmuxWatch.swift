import CPlatform
import Glibc
package import PlayCore

/// Asks tmux about its clients and their counters, once a second, by `tmux display-message`, and never waits for the answer.
///
/// Main thread. A look costs a `posix_spawn` here (0.3 ms) and some milliseconds of another process; only where the
/// program runs within tmux.
package final class TmuxWatch {
    private static let interval = HostTime.seconds(1)
    private static let answerInterval = HostTime.milliseconds(50)
    /// Three numbers; what is longer is cut and then refused. Bytes.
    private static let maximumAnswer = 128

    private let pane: String
    private var link = TmuxLink()
    private var child: Child?
    private var next = HostTime.zero
    /// Bytes a second that tmux may be given; nil: no limit is known.
    package private(set) var cap: Int?
    /// The session's last client has gone. One that has had none is a script's, which wants to see it play.
    private(set) var isDetached = false
    private var hadClient = false

    private struct Child {
        let processID: pid_t
        let output: Int32
        var answer: [UInt8] = []
    }

    /// Nil outside tmux.
    package init?(environment: [String: String]) {
        guard let pane = environment["TMUX_PANE"], pane.hasPrefix("%"), pane.dropFirst().allSatisfy(\.isNumber),
            !(environment["TMUX"] ?? "").isEmpty
        else { return nil }
        self.pane = pane
    }

    deinit { if let child { close(child.output) } }

    /// Takes an answer that has come, asks again when it is time. Call about every 100 ms, or as often as frames come.
    ///
    /// - Parameter sent: bytes written to the terminal since the start.
    package func look(sent: Int64, at now: HostTime) {
        if child != nil { takeAnswer(sent: sent, at: now) }
        guard child == nil, now >= next else { return }
        next = now + Self.interval
        child = spawn()
    }

    private func takeAnswer(sent: Int64, at now: HostTime) {
        guard var child else { return }
        var bytes = [UInt8](repeating: 0, count: Self.maximumAnswer)
        let count = read(child.output, &bytes, bytes.count)
        if count > 0 {
            child.answer += bytes[..<min(count, Self.maximumAnswer - child.answer.count)]
            self.child = child
            return
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        // The end of its output; the process itself ends at once or is collected at a later look.
        var status: Int32 = 0
        guard waitpid(child.processID, &status, WNOHANG) != 0 else { return }
        close(child.output)
        self.child = nil
        guard let answer = Answer(child.answer) else { return }
        if answer.clients > 0 { hadClient = true }
        isDetached = hadClient && answer.clients == 0
        guard let counters = answer.counters else { return }
        cap = link.take(written: counters.written, discarded: counters.discarded, sent: sent, at: now)
    }

    /// `written discarded clients`, decimal; without a client, and before tmux 3.2, there are no counters.
    struct Answer: Equatable {
        var counters: Counters?
        let clients: Int64

        struct Counters: Equatable { let written, discarded: Int64 }

        init?(_ bytes: [UInt8]) {
            let words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            guard words.count == 3, words[2].last == UInt8(ascii: "\n") else { return nil }
            let numbers = [words[0], words[1], words[2].dropLast()].map { Int64(String(decoding: $0, as: UTF8.self)) }
            guard let clients = numbers[2], clients >= 0 else { return nil }
            self.clients = clients
            if let written = numbers[0], let discarded = numbers[1], written >= 0, discarded >= 0 {
                counters = Counters(written: written, discarded: discarded)
            }
        }
    }

    /// When to look again if nothing happens before: soon while an answer is awaited.
    func nextLook(at now: HostTime) -> HostTime { child == nil ? next : now + Self.answerInterval }

    /// Nil when it cannot be started, for whatever reason: then nothing is learnt.
    private func spawn() -> Child? {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
        defer { close(ends[1]) }
        tv_set_nonblocking(ends[0], 1)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Every signal is blocked in this program.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = [
            "tmux", "display-message", "-p", "-t", pane, "#{client_written} #{client_discarded} #{session_attached}",
        ]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var processID: pid_t = 0
        guard posix_spawnp(&processID, "tmux", &actions, &attributes, &arguments, environ) == 0 else {
            close(ends[0])
            return nil
        }
        return Child(processID: processID, output: ends[0])
    }
}
