import Cells
import PlayCore
import Playback

/// UI-12: the standard width of each control, from the length of its text.
package struct ControlMetrics: Sendable, Equatable {
    let isASCII: Bool
    /// Columns of a time of this item.
    let timeColumns: Int
    let durationColumns: Int
    let jumpBackColumns: Int
    let captionColumns: Int

    package init(_ state: AppState) {
        isASCII = state.terminal.isASCII
        // Without a duration the hours may come later: room for them from the start, so that nothing moves then.
        timeColumns = state.snapshot.duration.map { TimeText.format($0, like: $0).count } ?? 7
        durationColumns = timeColumns + (state.showsRemaining ? 1 : 0)
        captionColumns = TextWidth.columns(of: state.subtitles.captionLabel)
        jumpBackColumns = 2 + String(state.options.jumpBackInterval.wholeSeconds).count
    }

    /// Buttons have a blank after their text: it keeps groups apart and is part of the target.
    package func width(_ tag: ControlTag) -> Int {
        switch tag {
        case .playback: 2
        case .jumpBack: jumpBackColumns + 1
        case .currentTime: timeColumns
        case .timeSeparator: 1
        case .duration: durationColumns
        case .progress: 8
        case .volume: 6
        case .speed: 6
        case .closedCaption: captionColumns + 1
        case .definition: 6
        case .screenMode: isASCII ? 2 : 1
        case .externalRoute: isASCII ? 2 : 1
        case .empty: 1
        case .logo: 5
        }
    }
}
