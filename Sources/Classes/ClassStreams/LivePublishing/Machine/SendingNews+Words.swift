import ClassRules
import PlayCore

extension SendingMachine.News {
    package var words: String {
        switch self {
        case .switched(.microphone, true): tr("Your microphone was switched on by the teacher")
        case .switched(.microphone, false): tr("Your microphone was switched off by the teacher")
        case .switched(.camera, true): tr("Your camera was switched on by the teacher")
        case .switched(.camera, false): tr("Your camera was switched off by the teacher")
        case .switched(.screen, _): tr("The teacher has ended the sharing of your screen")
        case .ended(.screen, let error): tr("Your screen is no longer shared: %1", error.words)
        case .denied(.screen): tr("Your screen is not shared: the media server refuses it")
        case .failed(.screen, let reason): Self.screenFailure(SafeText.clean(reason, limit: 100))
        case .staysOff(.screen): tr("Your screen stays unshared")
        case .ended(.microphone, let error): tr("Your microphone is off: %1", error.words)
        case .ended(.camera, let error): tr("Your camera is off: %1", error.words)
        case .denied(.microphone): tr("Your microphone is off: the media server refuses it")
        case .denied(.camera): tr("Your camera is off: the media server refuses it")
        case .failed(let device, let reason): Self.failure(device, SafeText.clean(reason, limit: 100))
        case .staysOff(.microphone): tr("Your microphone stays off")
        case .staysOff(.camera): tr("Your camera stays off")
        case .fellBackToTCP: tr("UDP does not get through; tvplay sends sound and pictures over TCP")
        case .returnedToUDP: tr("UDP works again; tvplay sends sound and pictures over UDP and TCP")
        }
    }

    private static func failure(_ device: SendingMachine.Device, _ reason: String) -> String {
        let words = cause(reason)
        return device == .microphone ? tr("Your microphone is off: %1", words) : tr("Your camera is off: %1", words)
    }

    private static func screenFailure(_ reason: String) -> String {
        let cause =
            switch reason {
            case "": tr("the window was closed")
            case "Input/output error": tr("the X11 display cannot be opened")
            case "Generic error in an external library": tr("the window was not found")
            default: reason
            }
        return tr("Your screen is not shared: %1", cause)
    }

    /// Rewords the library's errors, which name neither device nor solution. An empty one means that the stream ended.
    private static func cause(_ reason: String) -> String {
        switch reason {
        case "", "Input/output error", "Connection timed out":
            tr("the device sends nothing; g-M chooses another")
        case "No such file or directory", "No such device", "No such device or address":
            tr("device not found; g-M chooses another")
        case "Device or resource busy": tr("another program is using the device")
        case "Permission denied": tr("this account may not use the device")
        default: reason
        }
    }

    package enum Weight: Sendable, Equatable {
        /// Other news has reported it.
        case none
        case answer
        case warning
    }

    package var weight: Weight {
        switch self {
        case .switched(.screen, _): .warning
        case .switched: .none
        case .returnedToUDP, .staysOff: .answer
        case .ended, .denied, .failed, .fellBackToTCP: .warning
        }
    }
}
