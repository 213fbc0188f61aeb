package import Cells
package import PlayCore

/// The marquee ("lamp"): text that runs over the picture from right to left.
///
/// It follows the playback clock. It stops while playback is paused or waits for data, jumps with a seek and follows
/// the speed. It moves by whole columns; a step rewrites as many cells as the text has.
package struct Marquee: Sendable, Equatable {
    /// Cleaned, one line.
    package let text: String
    package var color: Color
    /// Columns a second of media time, 0.1 … 50.
    package let speed: Double
    /// From 0. A row beyond the pane's last counts as the last.
    package var row: Int
    /// 0 … 1; text below 0.5 is dim.
    package var opacity: Double
    let width: Int

    private static let limit = 500
    /// Columns a second.
    package static let usualSpeed = 4

    /// Returns `nil` if no part of the text, which is unverified, can be shown.
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

    package var style: Style { Style(foreground: color, attributes: opacity < 0.5 ? .dim : []) }

    private var stepNanoseconds: Int64 { Int64((1e9 / speed).rounded()) }

    /// Returns the text's first column: from the pane's end (invisible) to −``width``.
    package func column(at position: MediaTime, paneWidth: Int) -> Int {
        let steps = max(0, position.nanoseconds) / stepNanoseconds
        return paneWidth - Int(steps % Int64(paneWidth + width))
    }

    /// Returns `nil` while the clock stands still.
    package func nextChange(_ clock: ClockReading, after now: HostTime) -> HostTime? {
        guard clock.isRunning else { return nil }
        let position = max(0, clock.position(at: now).nanoseconds)
        let next = MediaTime(nanoseconds: (position / stepNanoseconds + 1) * stepNanoseconds)
        // Adds more than rounding may lose, so that the step has surely been made.
        return clock.hostTime(of: next) + HostTime(nanoseconds: 2)
    }
}

extension Marquee {
    /// Creates a marquee; missing settings are the player's.
    package init?(_ lamp: MarqueeText) {
        self.init(
            text: lamp.content, color: lamp.color.map { Color(rawValue: $0) } ?? .terminalDefault,
            speed: Double(lamp.speed ?? Self.usualSpeed))
    }
}
