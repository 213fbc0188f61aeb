import PlayCore
import PlaybackModel

extension CallRefusal {
    var words: String {
        switch self {
        case .nothingIsSet: tr("No file is open")
        case .isNotPrepared: tr("The file is still opening")
        case .hasFailed: tr("Playback failed; play again to retry")
        case .isInClip: tr("Not available during the intro")
        case .isInAdvert: tr("Not available during an ad")
        }
    }
}
