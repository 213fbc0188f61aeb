import Cells
import PlayCore
import PlaybackModel
import ScreenKit

package struct ControlMetrics: Sendable, Equatable {
    let isASCII: Bool
    let timeColumns: Int
    let durationColumns: Int
    let jumpBackColumns: Int
    let currentTimeColumns: Int
    let definitionColumns: Int
    let liveColumns: Int
    let captionColumns: Int
    let titleColumns: Int
    let volumeColumns: Int

    package init(_ state: AppState) {
        isASCII = state.terminal.isASCII
        // Without a duration, hours may come later. Their space is reserved, so that nothing moves then.
        timeColumns = state.snapshot.duration.map { TimeText.format($0, like: $0).count } ?? 7
        durationColumns = timeColumns + (state.bar.showsRemaining ? 1 : 0) + state.snapshot.guessMark.count
        currentTimeColumns = timeColumns + (state.bar.showsMilliseconds ? 4 : 0)
        definitionColumns = state.bar.layout.isRemoved(.definition) ? 6 : Self.definitionColumns(state)
        liveColumns = state.snapshot.liveState.map(Self.liveColumns) ?? 6
        captionColumns = TextWidth.columns(of: state.subtitles.captionLabel)
        titleColumns = Self.titleColumns(state)
        volumeColumns = TextWidth.columns(of: tr("Vol %1", "100")) + 1
        jumpBackColumns = 2 + String(state.options.jumpBackInterval.wholeSeconds).count
    }

    /// Returns the columns of the whole title, or fewer if the slider would have less than twice as many.
    private static func titleColumns(_ state: AppState) -> Int {
        min(TextWidth.columns(of: state.itemLine), max(0, (state.terminal.columns - 60) / 3))
    }

    /// Returns the columns of the longest name, so that a change moves no neighbour. A very long name is cut.
    private static func definitionColumns(_ state: AppState) -> Int {
        let snapshot = state.snapshot
        let all = snapshot.definitions.list + snapshot.sourceDefinitions + (snapshot.stream?.definitions ?? [])
        let names = all.map { TextWidth.columns(of: DefinitionText.name($0)) }
        return min(max(6, (names.max() ?? 0) + 1), 16)
    }

    /// Returns the columns of the longest possible delay, at least an hour.
    private static func liveColumns(_ live: LiveState) -> Int {
        let longest = max(live.windowLength, .seconds(3599))
        return 2 + TextWidth.columns(of: tr("LIVE")) + 2 + TimeText.format(longest).count
    }

    /// Returns the columns. Buttons include a blank after their text, which separates groups and can be clicked.
    package func width(_ tag: ControlTag) -> Int {
        switch tag {
        case .playback: 2
        case .previous, .next: 3
        case .jumpBack: jumpBackColumns + 1
        case .currentTime: currentTimeColumns
        case .timeSeparator: 1
        case .duration: durationColumns
        case .progress: 8
        case .volume: volumeColumns
        case .speed: 6
        case .closedCaption: captionColumns + 1
        case .definition: definitionColumns
        case .live: liveColumns
        case .text: 1
        case .screenMode: isASCII ? 2 : 1
        case .goggles: 3
        case .externalRoute: isASCII ? 2 : 1
        case .empty: 1
        case .title: titleColumns
        case .logo: 5
        }
    }
}
