import Localization
import PlaybackModel

extension CallRefusal {
    /// For the viewer.
    var words: String {
        switch self {
        case .nothingIsSet: tr("No file is open")
        case .isNotPrepared: tr("The file is still opening")
        case .hasFailed: tr("Playback failed; play retries")
        case .isInClip: tr("Not available before the main video starts")
        }
    }
}
