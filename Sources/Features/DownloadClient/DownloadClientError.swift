package import DownloadModel
import PlayCore

package enum DownloadClientError: Error, Sendable, Equatable {
    /// HOME is not set.
    case noPlace
    case notInstalled
    /// The message is the system's or the daemon's.
    case notStarted(String)
    case noAnswer
    case refused(DownloadProblem)
    /// The daemon did not understand the request. Its message.
    case protocolError(String)

    /// In the user's language, without final punctuation. May contain unverified text.
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
