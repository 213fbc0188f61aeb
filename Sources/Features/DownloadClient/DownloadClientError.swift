package import DownloadModel
import Localization

/// Why the daemon could not be asked, or what it refuses.
package enum DownloadClientError: Error, Sendable, Equatable {
    /// HOME is not set.
    case noPlace
    /// The daemon's executable is not there.
    case notInstalled
    /// The system's words, or the daemon's own.
    case notStarted(String)
    case noAnswer
    case refused(DownloadProblem)
    /// The daemon does not understand; its words.
    case protocolError(String)

    /// In the user's language, without the end of a sentence; may hold unverified text.
    package var message: String {
        switch self {
        case .noPlace: tr("There is no folder for downloads: HOME is not set.")
        case .notInstalled: tr("tvplay-downloads is missing: install tvplay anew.")
        case .notStarted(let words): tr("Downloads cannot be started: %1", words)
        case .noAnswer: tr("The daemon of downloads does not answer.")
        case .refused(let problem): DownloadWords.problem(problem)
        case .protocolError(let words): tr("The daemon of downloads does not understand: %1", words)
        }
    }
}
