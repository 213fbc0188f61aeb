import Glibc
import PlayCore
import Processes

package enum TerminalOrder: Sendable, Equatable {
    /// `nil` for the most recently active pane.
    case look(String?)
}

package enum TerminalNews: Sendable {
    /// - Parameter pane: the pane's permanent ID.
    case screen(TmuxScreen, pane: String)
    /// In the viewer's language.
    case failed(String)
}

struct TerminalReader {
    private static let limits = ProgramRun.Limits(time: .seconds(3), outputBytes: 8 << 20)
    /// This program's pane cannot show itself.
    private let own = getenv("TMUX_PANE").map { String(cString: $0) }

    func look(_ pane: String?, cancel: CancelToken) -> TerminalNews {
        do throws(TerminalProblem) {
            let pane = try id(pane, cancel)
            guard pane != own else { throw TerminalProblem(words: tr("this pane shows the class itself")) }
            let output = try run(
                [
                    "display-message", "-p", "-t", pane, TmuxScreen.header, ";", "capture-pane", "-p", "-e", "-S",
                    "-\(TmuxScreen.historyLines)", "-t", pane,
                ], cancel)
            guard let screen = TmuxScreen(output) else {
                throw TerminalProblem(words: tr("tmux's answer is not understood"))
            }
            return .screen(screen, pane: pane)
        } catch {
            return .failed(error.words)
        }
    }

    private func id(_ pane: String?, _ cancel: CancelToken) throws(TerminalProblem) -> String {
        if let pane {
            if pane.hasPrefix("%") { return pane }
            return try line(try run(["display-message", "-p", "-t", pane, "#{pane_id}"], cancel))
        }
        let rows = String(
            decoding: try run(["list-panes", "-a", "-F", "#{window_activity} #{pane_active} #{pane_id}"], cancel),
            as: UTF8.self
        ).split(separator: "\n").map { $0.split(separator: " ") }
        let others = rows.filter { $0.count == 3 && String($0[2]) != own }
        let newest = others.max { a, b in
            (Int(a[0]) ?? 0, Int(a[1]) ?? 0) < (Int(b[0]) ?? 0, Int(b[1]) ?? 0)
        }
        guard let newest else { throw TerminalProblem(words: tr("tmux has no other pane")) }
        return String(newest[2])
    }

    private func line(_ output: [UInt8]) throws(TerminalProblem) -> String {
        let text = String(decoding: output.prefix { $0 != 0x0A }, as: UTF8.self)
        guard text.hasPrefix("%") else { throw TerminalProblem(words: tr("tmux has no such pane")) }
        return text
    }

    private func run(_ words: [String], _ cancel: CancelToken) throws(TerminalProblem) -> [UInt8] {
        let result: ProgramRun.Result
        do throws(ProgramError) {
            result = try ProgramRun.run(["tmux"] + words, limits: Self.limits, cancel: cancel)
        } catch {
            throw TerminalProblem(words: error.description)
        }
        guard result.status == 0 else {
            let said = String(decoding: result.messages, as: UTF8.self).split(separator: "\n").last ?? ""
            throw TerminalProblem(words: tr("tmux refuses: %1", String(said)))
        }
        return result.output
    }
}

struct TerminalProblem: Error {
    let words: String
}
