import ClassRules
import Localization
import Text

extension SendingMachine.News {
    /// A line in the viewer's language, safe to be shown.
    package var words: String {
        switch self {
        case .switched(.microphone, true): tr("Your microphone was switched on by the teacher")
        case .switched(.microphone, false): tr("Your microphone was switched off by the teacher")
        case .switched(.camera, true): tr("Your camera was switched on by the teacher")
        case .switched(.camera, false): tr("Your camera was switched off by the teacher")
        case .ended(.microphone, let error): tr("Your microphone is off: %1", error.words)
        case .ended(.camera, let error): tr("Your camera is off: %1", error.words)
        case .denied(.microphone): tr("Your microphone is off: the media server refuses it")
        case .denied(.camera): tr("Your camera is off: the media server refuses it")
        case .failed(.microphone, let reason):
            tr("No microphone: %1", SafeText.clean(reason, limit: 100))
        case .fellBack: tr("UDP does not get through; tvplay sends sound and pictures over TCP")
        case .cameBack: tr("UDP works again; tvplay sends sound and pictures over UDP and TCP")
        case .failed(.camera, let reason): tr("No camera: %1", SafeText.clean(reason, limit: 100))
        }
    }

    package enum Weight: Sendable, Equatable {
        /// Another line has told it.
        case none
        case answer
        case warning
    }

    package var weight: Weight {
        switch self {
        case .switched: .none
        case .cameBack: .answer
        case .ended, .denied, .failed, .fellBack: .warning
        }
    }
}
