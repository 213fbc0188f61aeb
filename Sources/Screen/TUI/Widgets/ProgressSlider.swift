import Cells
package import PlayCore
import PlaybackModel
import ScreenKit

/// A slider of `width` cells for a range of the media axis. The first cell is its start, the last its end.
package struct ProgressSlider: Sendable, Equatable {
    package let width: Int
    package let range: MediaRange

    /// Returns `nil` if there is nothing to show (unknown duration, no space).
    package init?(width: Int, duration: MediaTime?) {
        guard let duration else { return nil }
        self.init(width: width, range: MediaRange(start: .zero, end: duration))
    }

    package init?(width: Int, range: MediaRange) {
        guard width > 1, !range.isEmpty else { return nil }
        self.width = width
        self.range = range
    }

    /// Returns 0 ..< width.
    package func cell(of time: MediaTime) -> Int {
        let fraction = min(max((time - range.start).inSeconds / range.length.inSeconds, 0), 1)
        return Int((fraction * Double(width - 1)).rounded())
    }

    /// Returns the time of a cell; cells beyond the ends count as the ends.
    package func time(ofCell cell: Int) -> MediaTime {
        range.start + range.length.scaled(by: Double(min(max(cell, 0), width - 1)) / Double(width - 1))
    }

    /// Returns the time until the head moves during playback, or `nil` if it stays.
    func delayToNextCell(from position: MediaTime, rate: PlaybackRate) -> HostTime? {
        let next = cell(of: position) + 1
        guard next < width else { return nil }
        let boundary = range.start + range.length.scaled(by: (Double(next) - 0.5) / Double(width - 1))
        return rate.host(for: max(.zero, boundary - position))
    }
}

extension CellBuffer {
    /// Writes the played part, the head, the buffered part and the rest, with chapters, marks, and the A-B marks.
    mutating func writeSlider(_ state: AppState, column: Int, row: Int, width: Int, at now: HostTime) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        write(String(repeating: glyphs.rest, count: width), column: column, row: row, style: Theme.dim)
        guard let slider = state.slider(width: width, at: now) else { return }
        let head = slider.cell(of: state.shownPosition(at: now))
        if let buffered = state.snapshot.buffered, !buffered.isEmpty {
            let first = max(head, slider.cell(of: buffered.start))
            let last = slider.cell(of: buffered.end)
            if first <= last {
                write(
                    String(repeating: glyphs.buffered, count: last - first + 1), column: column + first, row: row,
                    style: Theme.plain)
            }
        }
        write(String(repeating: glyphs.done, count: head), column: column, row: row, style: Theme.accent)
        let breaks = state.snapshot.breaks.map { Region(range: $0, kind: .advert, effect: .show) }
        writeRegions(state.snapshot.regions + breaks, slider, column: column, row: row, glyphs)
        for place in state.places where place.time > slider.range.start {
            let cell = slider.cell(of: place.time)
            write(glyphs.chapter, column: column + cell, row: row, style: cell < head ? Theme.accent : Theme.plain)
        }
        write(glyphs.head, column: column + head, row: row, style: Theme.accentBold)
        let marks = [(state.snapshot.abLoopStart, "A"), (state.snapshot.abLoopEnd, "B")]
        for case (let time?, let letter) in marks {
            write(letter, column: column + slider.cell(of: time), row: row, style: Theme.warning)
        }
    }
}

extension CellBuffer {
    /// Writes the parts in the colours of their kinds, even after they were played.
    private mutating func writeRegions(
        _ regions: [Region], _ slider: ProgressSlider, column: Int, row: Int, _ glyphs: Glyphs
    ) {
        for region in regions where region.range.end > slider.range.start && region.range.start < slider.range.end {
            let first = slider.cell(of: region.range.start)
            let count = region.range.isEmpty ? 1 : max(1, slider.cell(of: region.range.end) - first)
            write(
                String(repeating: region.range.isEmpty ? glyphs.chapter : glyphs.part, count: count),
                column: column + first, row: row, style: Theme.part(region.kind))
        }
    }
}

extension CellBuffer {
    /// Writes only the progress (`--progress-line`).
    mutating func writeProgressLine(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) {
        guard let row = geometry.progressLine, let slider = state.slider(width: columns, at: now) else { return }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let done = slider.cell(of: state.shownPosition(at: now)) + 1
        write(String(repeating: glyphs.done, count: done), column: 0, row: row, style: Theme.accent)
        write(String(repeating: glyphs.rest, count: columns - done), column: done, row: row, style: Theme.dim)
    }
}

extension Theme {
    /// Returns a colour near SponsorBlock's, as far as terminals have it.
    static func part(_ kind: Region.Kind) -> Style {
        let color: UInt8 =
            switch kind {
            case .sponsor, .commercial, .advert: 2
            case .selfpromo: 11
            case .interaction: 5
            case .intro: 14
            case .outro: 4
            case .preview, .hook: 12
            case .music: 3
            case .filler: 13
            case .cut: 1
            case .access: 10
            case .highlight: 9
            case .mute: 8
            case .chapter, .scene: 7
            }
        return Style(foreground: .palette(color))
    }
}
