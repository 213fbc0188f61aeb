import PlayCore
import PlaybackModel

extension PlayError {
    /// `item: reason`, for standard error. The log also has the number, for scripts and reports.
    package var lastWords: String { "\(SafeText.clean(item)): \(SafeText.clean(reason))" }

    package func log() { Log.shared.write(.error, "play", "\(code.rawValue) \(code.name): \(lastWords)") }
}
