import Glibc
import PlayCore

/// The tmux clients that show the pane to which this process writes, as tmux lists them.
struct TmuxClients: Equatable {
    /// Whether a program receives all output of the pane (`pipe-pane`).
    let isPiped: Bool
    /// The clients that show the pane's session. They may be unrelated to our ancestors.
    let processes: [pid_t]

    private static let limits = ProgramRun.Limits(time: .milliseconds(500), outputBytes: 16 << 10)

    var recorder: String? {
        isPiped ? "tmux pipe-pane" : processes.lazy.compactMap { RecorderSearch.recorder(of: $0) }.first
    }

    init(isPiped: Bool, _ processes: [pid_t]) { (self.isPiped, self.processes) = (isPiped, processes) }

    init?(_ output: [UInt8]) {
        let numbers = output.split(separator: 0x0A).map { Int32(String(decoding: $0, as: UTF8.self)) }
        guard let first = numbers.first, first == 0 || first == 1 else { return nil }
        isPiped = first == 1
        processes = numbers.dropFirst().compactMap(\.self).filter { $0 > 1 }
    }

    /// Blocks for half a second at most. Returns `nil` if this is not a tmux pane or tmux does not answer.
    static func ofThisPane() -> TmuxClients? {
        guard getenv("TMUX") != nil, let pane = getenv("TMUX_PANE") else { return nil }
        return ask(["tmux"], pane: String(cString: pane))
    }

    /// - Parameter tmux: the program, with the arguments that select one of its servers.
    static func ask(_ tmux: [String], pane: String) -> TmuxClients? {
        let words = [
            "display-message", "-p", "-t", pane, "#{pane_pipe}", ";", "list-clients", "-t", pane, "-F", "#{client_pid}",
        ]
        do throws(ProgramError) {
            return TmuxClients(try ProgramRun.run(tmux + words, limits: limits, cancel: CancelToken()).output)
        } catch {
            Log.shared.write(.debug, "player", "tmux: \(error)")
            return nil
        }
    }
}
