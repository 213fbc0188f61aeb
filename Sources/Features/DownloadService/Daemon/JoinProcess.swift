package import DownloadModel
import Downloads
package import PlayCore
import Processes

/// Runs `tvplay-player` to join a stream, so that the daemon needs no FFmpeg. One process runs at a time, since each
/// keeps the disk busy; other calls wait. Any thread.
package final class JoinProcess: StreamJoining {
    private let words: [String]
    private let isTaken = Monitor(false)
    /// Longer than any disk needs for a film.
    private static let patience = HostTime.seconds(24 * 3600)

    /// - Parameter words: the program and its first arguments. The path of the plan follows.
    package init(_ words: [String]) { self.words = words }

    package func join(
        planAt plan: String, cancel: CancelToken, progress: @escaping @Sendable (Double) -> Void
    ) -> JoinNews? {
        let registration = cancel.onCancel { [isTaken] in isTaken.notify() }
        defer { withExtendedLifetime(registration) {} }
        let mine = isTaken.wait { isTaken -> Bool? in
            if cancel.isCancelled { return false }
            guard !isTaken else { return nil }
            isTaken = true
            return true
        }
        guard mine == true else { return nil }
        defer { isTaken.update { $0 = false } }
        do throws(ProgramError) {
            return try run(words + [plan], cancel, progress)
        } catch {
            return .failed(DownloadProblem(.unreadable, detail: error.description))
        }
    }

    private func run(
        _ words: [String], _ cancel: CancelToken, _ progress: (Double) -> Void
    ) throws(ProgramError) -> JoinNews? {
        var last: JoinNews?
        let end = try ReportingProcess(words, patience: Self.patience).run(cancel) { line, _ in
            if let news = JoinNews(line) { last = news }
            if case .progress(let share)? = last { progress(share) }
        }
        switch (end, last) {
        case (.cancelled, _): return nil
        case (.tooLate, _): return .failed(DownloadProblem(.unreadable, detail: "joining took too long"))
        case (.ended, .done), (.ended, .unfit), (.ended, .failed): return last
        case (.ended(let status, let messages), _):
            Log.shared.write(.error, "downloads", "joining ended with \(status): \(messages)")
            return .failed(DownloadProblem(.unreadable, detail: "joining ended with status \(status)"))
        }
    }
}
