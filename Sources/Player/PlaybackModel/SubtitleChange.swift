package enum SubtitleChange: Sendable, Equatable {
    /// `onSubtitleShow(index, text)`: `track` counts the item's subtitles from 0, `id` its lines. Unverified text.
    case show(track: Int, id: Int, text: String)
    /// `onSubtitleHide(index)`.
    case hide(track: Int, id: Int)
}
