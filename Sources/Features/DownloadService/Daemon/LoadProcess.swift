package import DownloadModel
import Downloads
package import PlayCore
import Processes

/// Runs `tvplay-player` to preload, so that the daemon parses no streams. Any thread.
package final class LoadProcess: AheadLoading {
    private let words: [String]
    private let options: [String]
    /// Longer than any line needs for a beginning.
    private static let patience = HostTime.seconds(24 * 3600)

    /// - Parameters:
    ///   - words: the program and its first arguments. The path of the plan follows.
    ///   - options: for network and cache, passed last.
    package init(_ words: [String], options: [String]) {
        self.words = words
        self.options = options
    }

    package func load(
        planAt plan: String, cancel: CancelToken, progress: (_ share: Double, _ bytes: Int64) -> Void
    ) -> AheadNews? {
        do throws(ProgramError) {
            var last: AheadNews?
            let end = try ReportingProcess(words + [plan] + options, patience: Self.patience).run(cancel) {
                line, answer in
                guard let news = AheadNews(line) else { return }
                last = news
                guard case .progress(let share, let bytes) = news else { return }
                progress(share, bytes)
                answer()
            }
            switch (end, last) {
            case (.cancelled, _): return nil
            case (.tooLate, _): return .failed(DownloadProblem(.unreadable, detail: "loading took too long"))
            case (.ended, .loaded), (.ended, .failed): return last
            case (.ended(let status, let messages), _):
                Log.shared.write(.error, "downloads", "loading ahead ended with \(status): \(messages)")
                return .failed(DownloadProblem(.unreadable, detail: "loading ended with status \(status)"))
            }
        } catch {
            return .failed(DownloadProblem(.unreadable, detail: error.description))
        }
    }
}
