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
        case .noPlace: tr("Cannot find the download folder: HOME is not set.")
        case .notInstalled: tr("tvplay-downloads not found: reinstall tvplay.")
        case .notStarted(let words): tr("Cannot start the download daemon: %1", words)
        case .noAnswer: tr("The download daemon does not respond.")
        case .refused(let problem): DownloadWords.problem(problem)
        case .protocolError(let words): tr("The download daemon does not support: %1", words)
        }
    }
}
