import PlayCore
package import PlaybackModel
import ScreenKit

/// Requests are visible at once. A key that repeats before the engine answers continues from the requested value.
extension AppState {
    /// - Parameter target: the target of a jump, or `nil` if only the engine can determine it.
    mutating func ask(_ command: PlaybackCommand, to target: MediaTime? = nil) -> [Effect] {
        item.playback.ask(command, to: target)
        return [.command(command)]
    }

    /// - Parameter number: the command's number in the engine; 0 if the engine did not get it.
    package mutating func sent(_ command: PlaybackCommand, number: Int) { item.playback.sent(command, number: number) }

    var seekingRefusal: String? {
        guard snapshot.advert == nil else { return tr("Seeking is not available during an ad") }
        guard snapshot.refusal(of: .seek(.absolute(.zero), .exact)) != nil else { return nil }
        return whenOpen(tr("This item is not seekable"))
    }

    /// Shows why a request cannot succeed and returns no effects. Returns `nil` if it can.
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
