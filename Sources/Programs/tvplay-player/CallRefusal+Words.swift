import Localization
import PlaybackModel

extension CallRefusal {
    /// ADV-83: for the viewer.
    var words: String {
        switch self {
        case .nothingIsSet: tr("Nothing is open yet")
        case .isNotPrepared: tr("It is still being opened")
        case .hasFailed: tr("It has failed; play tries again")
        case .isInClip: tr("Not before the video itself plays")
        }
    }
}
