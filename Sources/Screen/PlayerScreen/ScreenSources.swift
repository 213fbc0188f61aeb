import PlayerHistory
import PlayerServices
package import Lists
import Subtitles
import SubtitleLoading
import TUI

// What features read for the screen, as the screen asks for it.

extension HistoryReader: HistoryControl {}
extension ItemServices: VideoServices {}

extension ItemSubtitles: SubtitleSource {
    package func begin(_ position: PlaylistPosition) { begin() }
}
