package import Access
import MediaSources
package import Playback
import Subtitles
package import TUI

/// Adds a client's sound files to the item that plays. Main thread.
package final class SoundFileSource: LoopSource {
    private let controller: PlaybackController
    private let access: SourceAccess

    package init(_ controller: PlaybackController, _ access: SourceAccess) {
        self.controller = controller
        self.access = access
    }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .addSound(let request) = effect else { return false }
        let sound = ExternalSound(request.path, title: request.title, language: request.language, access)
        return controller.add(sound, isWanted: request.isSelected)
    }
}
