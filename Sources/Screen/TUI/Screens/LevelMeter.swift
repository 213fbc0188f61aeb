import Cells
import PlayCore
import PlaybackModel
import ScreenKit

/// For items without a picture: the title, and a calm meter for each channel.
enum LevelMeter {
    /// The level at the meter's left end, in dB below full scale.
    static let floor: Float = 48

    /// Returns 0 … width.
    static func cells(_ peak: Float, width: Int) -> Int {
        guard peak.isFinite, peak > 0 else { return 0 }
        // Computes 20·log10(x) by the exponent and a line between powers of two: within 0.6 dB, less than a cell.
        let decibels = 6.0206 * (Float(peak.exponent) + peak.significand - 1)
        let fraction = min(max((decibels + floor) / floor, 0), 1)
        return Int((fraction * Float(width)).rounded())
    }

    static func width(paneWidth: Int) -> Int { max(4, min(48, paneWidth - 8)) }

    static func channelName(_ index: Int, of count: Int) -> String {
        switch (count, index) {
        case (1, _): " "
        case (2, 0): "L"
        case (2, _): "R"
        default: String(index + 1)
        }
    }
}

extension CellBuffer {
    mutating func writeLevelMeter(_ state: AppState, in rect: Rect) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let levels = state.snapshot.audioLevels.prefix(max(0, min(8, rect.height - 2)))
        let height = levels.count + (levels.isEmpty ? 1 : 2)
        let top = rect.row + max(0, rect.height - height) / 2
        let title = glyphs.fitted(StatusScreen.title(state), rect.width - 4)
        write(title, column: rect.column + (rect.width - TextWidth.columns(of: title)) / 2, row: top, style: Theme.bold)
        let width = LevelMeter.width(paneWidth: rect.width)
        let left = rect.column + (rect.width - width - 2) / 2
        for (index, peak) in levels.enumerated() {
            let row = top + 2 + index
            let cells = LevelMeter.cells(peak, width: width)
            write(LevelMeter.channelName(index, of: levels.count), column: left, row: row, style: Theme.dim)
            write(String(repeating: glyphs.rest, count: width), column: left + 2, row: row, style: Theme.dim)
            write(String(repeating: glyphs.done, count: cells), column: left + 2, row: row, style: Theme.accent)
        }
    }
}
