import PlayCore

extension LivePlayingNews {
    /// Safe to show; `nil` if the screen already shows the news.
    package var words: String? {
        switch self {
        case .camera(let name, let isOn):
            // A switch and a lost connection cannot be distinguished here.
            isOn ? tr("%1's camera is on", Self.shown(name)) : tr("%1's camera is off", Self.shown(name))
        case .microphone(let name, let isOn):
            isOn ? tr("%1's microphone is on", Self.shown(name)) : tr("%1's microphone is off", Self.shown(name))
        case .sharing(let name, .desktop): tr("%1 shares the desktop", Self.shown(name))
        case .sharing(let name, .media): tr("%1 plays a media file", Self.shown(name))
        case .sharing(let name, nil): tr("%1 shares nothing any more", Self.shown(name))
        case .noDefinition(let name): tr("%1 sends no small pictures: the full ones are shown", Self.shown(name))
        case .slowLine(let names) where names.isEmpty:
            tr("Your connection is slow: showing small pictures")
        case .slowLine(let names):
            tr("Your connection is too slow for every camera; paused: %1", names.map(Self.shown).listed)
        case .lineIsFree: tr("Your connection is fast enough again for every camera")
        case .noSound(let reason):
            tr("The class is silent here: no sound device (%1)", SafeText.clean(reason, limit: 100))
        case .fellBackToTCP(.blocked): tr("UDP does not get through; tvplay receives the class over TCP")
        case .fellBackToTCP(.broken): tr("The UDP link broke; tvplay receives the class over TCP")
        case .returnedToUDP: tr("UDP works again; tvplay receives the class over it")
        case .barred(let places):
            tr(
                "Sound and pictures do not get through; a firewall may be blocking %1",
                SafeText.clean(places, limit: 200))
        case .fellBackToTCP(.absent), .loading, .lag, .aspect: nil
        }
    }

    package var isWarning: Bool {
        switch self {
        case .noSound, .fellBackToTCP, .slowLine, .barred: true
        default: false
        }
    }

    private static func shown(_ name: String) -> String { SafeText.clean(name, limit: 40) }
}

extension LiveDefinition {
    package func words(_ name: String) -> String {
        switch self {
        case .full: tr("Full pictures of %1", name)
        case .small: tr("Small pictures of %1", name)
        }
    }
}
