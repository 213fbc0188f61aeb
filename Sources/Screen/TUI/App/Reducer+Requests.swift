import Localization
import PlayCore
package import PlaybackModel

/// What is asked of the engine: shown at once, so that a key that repeats faster than the engine answers builds on it.
extension AppState {
    /// - Parameter target: where a jump goes; nil: only the engine can tell.
    mutating func ask(_ command: PlaybackCommand, to target: MediaTime? = nil) -> [Effect] {
        item.playback.ask(command, to: target)
        return [.command(command)]
    }

    /// The effect was carried out.
    ///
    /// - Parameter number: of the command, as the engine has it; 0: no engine was asked.
    package mutating func sent(_ command: PlaybackCommand, number: Int) { item.playback.sent(command, number: number) }

    /// Why no place of the item can be gone to; nil: it can.
    var seekingRefusal: String? {
        guard snapshot.advert == nil else { return tr("Seeking is not available during an ad") }
        guard snapshot.refusal(of: .seek(.absolute(.zero), .exact)) != nil else { return nil }
        return whenOpen(tr("This item is not seekable"))
    }

    /// What the viewer reads when nothing can come of a request; nil: something can.
    mutating func refuse(_ command: PlaybackCommand, at now: HostTime) -> [Effect]? {
        switch snapshot.refusal(of: command) {
        case nil: return nil
        case .cannotSeek: message = seekingRefusal.map { Message($0, at: now) }
        case .nothingToPlayAlone: message = Message(whenOpen(tr("No sound to play alone")), at: now)
        case .order, .noSuchChapter, .noSuchTrack, .noSuchDefinition: break
        }
        return []
    }
}
