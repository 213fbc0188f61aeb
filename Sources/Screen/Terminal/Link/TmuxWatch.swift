package import PlayCore
import Processes

/// Queries tmux about its clients and their counters once a second, by `tmux display-message`. Never waits for the
/// answer. Main thread. A query costs a `posix_spawn` here (0.3 ms) and some milliseconds of another process.
package final class TmuxWatch {
    private static let interval = HostTime.seconds(1)
    private static let answerInterval = HostTime.milliseconds(50)
    /// The limit of an answer (three numbers and some words), in bytes. A longer one is cut and then refused.
    private static let maximumAnswer = 512

    private let pane: String
    private var link = TmuxLink()
    private var child: Child?
    private var next = HostTime.zero
    /// The bytes a second to send to tmux at most, or `nil` if none is known.
    package private(set) var cap: Int?
    /// Whether the session's last client has gone. A session that never had one is a script's; playback continues.
    private(set) var isDetached = false
    private var hadClient = false
    /// Whether the client's terminal has direct colours, according to tmux, or `nil` if not known.
    private(set) var hasDirectColor: Bool?

    private struct Child {
        let process: ChildProcess
        let output: OutputPipe
        var answer: [UInt8] = []
    }

    package init?(environment: [String: String]) {
        guard let pane = environment["TMUX_PANE"], pane.hasPrefix("%"), pane.dropFirst().allSatisfy(\.isNumber),
            !(environment["TMUX"] ?? "").isEmpty
        else { return nil }
        self.pane = pane
    }

    /// Starts a query, or reads its answer. Never blocks. Call about every 100 ms, or as often as frames come.
    ///
    /// - Parameter sent: bytes written to the terminal since the start.
    package func look(sent: Int64, at now: HostTime) {
        if child != nil { readAnswer(sent: sent, at: now) }
        guard child == nil, now >= next else { return }
        next = now + Self.interval
        child = spawn()
    }

    private func readAnswer(sent: Int64, at now: HostTime) {
        guard var child else { return }
        switch child.output.read(limit: Self.maximumAnswer) {
        case .bytes(let bytes):
            child.answer += bytes.prefix(Self.maximumAnswer - child.answer.count)
            self.child = child
            return
        case .nothing: return
        case .end: break
        }
        // The output has ended. The process ends at once, or is collected at a later call.
        guard child.process.end() != nil else { return }
        self.child = nil
        guard let answer = Answer(child.answer) else { return }
        if answer.clients > 0 { hadClient = true }
        isDetached = hadClient && answer.clients == 0
        if answer.counters != nil { hasDirectColor = answer.hasDirectColor }
        guard let counters = answer.counters else { return }
        cap = link.update(written: counters.written, discarded: counters.discarded, sent: sent, at: now)
    }

    /// `written discarded clients features`: three decimals, and words with commas between them. Without a client, and
    /// before tmux 3.2, counters and features are missing.
    struct Answer: Equatable {
        var counters: Counters?
        let clients: Int64
        let hasDirectColor: Bool

        struct Counters: Equatable { let written, discarded: Int64 }

        init?(_ bytes: [UInt8]) {
            let words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            guard words.count == 4, words[3].last == UInt8(ascii: "\n") else { return nil }
            let numbers = words[..<3].map { Int64(String(decoding: $0, as: UTF8.self)) }
            guard let clients = numbers[2], clients >= 0 else { return nil }
            self.clients = clients
            let features = words[3].dropLast().split(separator: UInt8(ascii: ","))
            hasDirectColor = features.contains { $0.elementsEqual("RGB".utf8) }
            if let written = numbers[0], let discarded = numbers[1], written >= 0, discarded >= 0 {
                counters = Counters(written: written, discarded: discarded)
            }
        }
    }

    func nextLook(at now: HostTime) -> HostTime { child == nil ? next : now + Self.answerInterval }

    private func spawn() -> Child? {
        do throws(ProgramError) {
            let output = try OutputPipe(for: "tmux", blocks: false)
            var launch = ProgramLaunch([
                "tmux", "display-message", "-p", "-t", pane,
                "#{client_written} #{client_discarded} #{session_attached} #{client_termfeatures}",
            ])
            launch.output = .descriptor(output.writing)
            launch.place = .ownGroup
            let process = try launch.start()
            output.closeWriting()
            return Child(process: process, output: output)
        } catch {
            Log.shared.write(.debug, "terminal", "\(error)")
            return nil
        }
    }
}
