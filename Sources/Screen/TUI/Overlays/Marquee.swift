package import Cells
package import PlayCore
import Text

/// "lamp", text that runs over the picture from right to left. Pure.
///
/// It is a consumer of the playback clock: each position has its place, so it stands still while playing is paused or
/// waits for data (nothing moves that the viewer stopped, and nothing is written), jumps with a seek and keeps pace
/// with the speed. It goes by whole columns: a step rewrites as many cells as the text has.
package struct Marquee: Sendable, Equatable {
    /// Cleaned, one line.
    package let text: String
    package var color: Color
    /// Columns a second of media, 0.1 … 50.
    package let speed: Double
    /// Row of the pane, from 0; beyond the last one it is the last.
    package var row: Int
    /// 0 … 1; less than a half is dim.
    package var opacity: Double
    /// Columns of the text.
    let width: Int

    private static let limit = 500
    /// Columns a second.
    package static let usualSpeed = 4

    /// Nil where nothing of the text can be shown.
    ///
    /// - Parameter text: unverified.
    package init?(
        text: String, color: Color = .terminalDefault, speed: Double = Double(Marquee.usualSpeed), row: Int = 0,
        opacity: Double = 1
    ) {
        self.text = SafeText.clean(text, limit: Self.limit)
        width = TextWidth.columns(of: self.text)
        guard self.text.contains(where: { !$0.isWhitespace }), width > 0 else { return nil }
        self.color = color
        self.speed = speed.isFinite ? min(max(speed, 0.1), 50) : Double(Self.usualSpeed)
        self.row = max(0, row)
        self.opacity = opacity
    }

    var style: Style { Style(foreground: color, attributes: opacity < 0.5 ? .dim : []) }

    private var stepNanoseconds: Int64 { Int64((1e9 / speed).rounded()) }

    /// Column of a pane of so many columns where the text begins: from the pane's end (nothing is seen) to −``width``.
    package func column(at position: MediaTime, paneWidth: Int) -> Int {
        let steps = max(0, position.nanoseconds) / stepNanoseconds
        return paneWidth - Int(steps % Int64(paneWidth + width))
    }

    /// When it goes on by a column; nil while the clock stands still.
    package func nextChange(_ clock: ClockReading, after now: HostTime) -> HostTime? {
        guard clock.isRunning else { return nil }
        let position = max(0, clock.position(at: now).nanoseconds)
        let next = MediaTime(nanoseconds: (position / stepNanoseconds + 1) * stepNanoseconds)
        // More than rounding may take away: at that time the step is surely done.
        return clock.hostTime(of: next) + HostTime(nanoseconds: 2)
    }
}

extension Marquee {
    /// Of a service or a class; where it says nothing the player's own look.
    package init?(_ lamp: Lamp) {
        self.init(
            text: lamp.content, color: lamp.color.map { Color(rawValue: $0) } ?? .terminalDefault,
            speed: Double(lamp.speed ?? Self.usualSpeed))
    }
}
