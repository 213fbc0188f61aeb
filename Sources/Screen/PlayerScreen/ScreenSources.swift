package import Lists
import PlayerHistory
import PlayerServices
import SubtitleLoading
import Subtitles
import TUI

// What features read for the screen, as the screen asks for it.

extension HistoryReader: HistoryControl {}
extension ItemServices: VideoServices {}

extension ItemSubtitles: SubtitleSource {
    package func begin(_ position: PlaylistPosition) { begin() }
}
