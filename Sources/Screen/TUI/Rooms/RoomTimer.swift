import Cells
import Localization
import PlayCore
import Rooms

/// The clock of a class. Pure.
enum RoomTimer {
    /// `Timer 00:42 of 01:00`
    static func words(_ timer: TimerView) -> String {
        let (time, total) = (TimeText.format(.seconds(timer.seconds)), TimeText.format(.seconds(timer.total)))
        return timer.isPaused ? tr("Timer %1 of %2, paused", time, total) : tr("Timer %1 of %2", time, total)
    }
}

extension CellBuffer {
    /// At the right end of the tabs; for a moment with its name, after a signal, a seek, or whenever it is asked for.
    mutating func writeTimer(_ timer: TimerView, row: Int) {
        guard timer.isCalled else {
            write(
                endingAt: columns - 1, TimeText.format(.seconds(timer.seconds)), row: row,
                style: timer.isPaused ? Theme.dim : Theme.warning)
            return
        }
        let style = Style(foreground: Theme.warning.foreground, attributes: [.bold, .reverse])
        write(endingAt: columns - 1, " " + RoomTimer.words(timer) + " ", row: row, style: style)
    }
}
