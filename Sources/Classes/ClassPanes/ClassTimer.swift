import Cells
import Classes
import PlayCore
import ScreenKit

enum ClassTimer {
    /// Returns text such as `Timer 00:42 of 01:00`.
    static func words(_ timer: TimerView) -> String {
        if timer.isUp { return tr("Time is up") }
        let (time, total) = (TimeText.format(.seconds(timer.seconds)), TimeText.format(.seconds(timer.total)))
        return timer.isPaused ? tr("Timer %1 of %2, paused", time, total) : tr("Timer %1 of %2", time, total)
    }
}

extension ClassTimer {
    static func columns(_ timer: TimerView?) -> Int {
        timer.map { TimeText.format(.seconds(max($0.seconds, $0.total))).count + 3 } ?? 0
    }
}

extension CellBuffer {
    /// Writes the timer at the right end of the tabs. After a signal, a seek or a request its name is shown for a
    /// moment.
    ///
    /// - Parameter end: the column after the tabs, which the timer does not overwrite.
    mutating func writeTimer(_ timer: TimerView, row: Int, after end: Int) {
        let time = TimeText.format(.seconds(timer.seconds))
        guard timer.isCalled else {
            return write(
                endingAt: columns - 1, time, row: row, style: timer.isPaused ? Theme.dim : Theme.warning)
        }
        let words = " " + ClassTimer.words(timer) + " "
        let text = end + TextWidth.columns(of: words) < columns - 1 ? words : " " + time + " "
        let style = Style(foreground: .palette(0), background: Theme.warning.foreground, attributes: .bold)
        write(endingAt: columns - 1, text, row: row, style: style)
    }
}
