package import PlayCore

/// The rate of the line behind a tmux, from tmux's own counters.
///
/// tmux answers every query itself and takes everything at once, so a slow line to its client is invisible from within.
/// But it counts the bytes that it wrote for the client and those that it discarded because the client was behind
/// (`client_written` and `client_discarded` of `tmux display-message`; 3.3a, `tty.c`). The counters overlap (bytes
/// written into a buffer that is then discarded are in both), so they do not tell the line's rate, only that it is
/// full. Measured behind 2 Mbit/s, 1.2 MB/s were written, 1.3 MB/s discarded, and 0.25 MB/s arrived.
///
/// So the cap is found as TCP finds its window: less at a loss, then slowly more up to slightly below the last loss. At
/// a loss everything between tmux and the viewer is full, with OpenSSH up to a megabyte, seconds of an old picture:
/// after the last one the cap stays low until that has drained.
///
/// The input is a look about once a second, the output a cap in bytes a second sent to tmux.
package struct TmuxLink: Sendable, Equatable {
    /// The backlog behind tmux when it starts to discard: about the window of an OpenSSH channel. Bytes.
    private static let assumedBacklog = 1_000_000.0
    /// The time for the backlog to drain, in seconds.
    private static let draining = 2.0...60.0
    /// The cap after a loss as a share of the bytes sent: the more was discarded, the lower, within these bounds.
    private static let decrease = 0.2...0.6
    /// The growth in a second without loss: up to the limit, and of the limit itself (3 % in 15 s), for a line that
    /// becomes faster. Bytes beyond the line's rate fill the backlog again, hence so slowly.
    private static let growth = 1.06
    private static let limitGrowth = 1.002
    /// No picture is worthwhile below this range; no terminal is faster than it. Bytes a second.
    private static let range = 4_000.0...50_000_000.0
    /// For this long after a decrease, losses are due to the rate before it: bytes on the way are still discarded, and
    /// tmux redraws the whole screen after each (without this a line of 250 kB/s ended at 12).
    private static let echo = HostTime.milliseconds(2500)
    private static let shortestInterval = HostTime.milliseconds(200)

    private struct Look: Sendable, Equatable {
        let written: Int64
        let discarded: Int64
        let sent: Int64
        let time: HostTime
    }

    private var last: Look?
    private var cap: Double?
    /// The rate at which growth ends, known after the first loss.
    private var limit: Double?
    private var decreased: HostTime?
    /// Seconds until the backlog has drained.
    private var drain = 0.0

    package init() {}

    /// - Parameter sent: bytes sent to tmux since the start.
    /// - Returns: the bytes a second that may be sent to tmux, or `nil` for no limit.
    package mutating func update(written: Int64, discarded: Int64, sent: Int64, at time: HostTime) -> Int? {
        let look = Look(written: written, discarded: discarded, sent: sent, time: time)
        guard let last, written >= last.written, discarded >= last.discarded, sent >= last.sent else {
            // The first look, or another client, whose counters start at zero.
            self = TmuxLink()
            self.last = look
            return nil
        }
        guard time - last.time >= Self.shortestInterval else { return capNow }
        self.last = look
        let seconds = (time - last.time).inSeconds
        let offered = Double(sent - last.sent) / seconds
        let lost = Double(discarded - last.discarded)
        if lost > 0 {
            if let decreased, time - decreased < Self.echo { return capNow }
            decreased = time
            lose(offered: offered, share: lost / (lost + Double(written - last.written)))
        } else {
            keep(offered: offered, seconds: seconds)
        }
        return capNow
    }

    private var capNow: Int? { cap.map { Int($0) } }

    /// - Parameter share: the share of tmux's output that it discarded, 0 … 1.
    private mutating func lose(offered: Double, share: Double) {
        let tooMuch = cap.map { min($0, max(offered, Self.range.lowerBound)) } ?? offered
        let factor = min(max((1 - share) / 2, Self.decrease.lowerBound), Self.decrease.upperBound)
        cap = max(Self.range.lowerBound, tooMuch * factor)
        // In the middle between the rate that was too much and the new cap.
        limit = min(limit ?? .infinity, tooMuch * factor.squareRoot())
        drain = min(max(Self.assumedBacklog / (cap ?? 1), Self.draining.lowerBound), Self.draining.upperBound)
    }

    private mutating func keep(offered: Double, seconds: Double) {
        guard let old = cap else { return }
        drain -= seconds
        guard drain <= 0 else { return }
        if let known = limit { limit = known * (1 + (Self.limitGrowth - 1) * seconds) }
        // Only a sender who uses its allowance learns that the line carries it.
        guard offered > 0.6 * old else { return }
        let grown = min(old * (1 + (Self.growth - 1) * seconds), limit ?? .infinity)
        cap = grown < Self.range.upperBound ? grown : nil
    }
}
