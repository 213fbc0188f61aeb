package import PlayCore

/// How much the line behind a tmux takes, from tmux's own counters.
///
/// tmux answers every query itself and takes everything at once, so a slow line to its client cannot be felt from
/// within. But it counts what it wrote for the client and what it threw away because the client was behind
/// (`client_written` and `client_discarded` of `tmux display-message`; 3.3a, `tty.c`). The counters overlap (what was
/// written into a buffer that is then thrown away is in both), so they do not tell the line's rate, only that it is full:
/// measured behind 2 Mbit/s, 1.2 MB/s were written, 1.3 MB/s thrown away, and 0.25 MB/s arrived.
///
/// So the cap is found as TCP finds its window: less at a loss, then slowly more up to a little below where the last
/// loss was. At a loss everything between tmux and the eye is full, with OpenSSH up to a megabyte, seconds of an old
/// picture: after the last one the cap stays low until that has drained.
///
/// Pure: a look at the counters about once a second goes in, a cap in bytes a second (of what tmux is given) comes out.
package struct TmuxLink: Sendable, Equatable {
    /// What waits behind tmux when it begins to throw away: about the window of an OpenSSH channel. Bytes.
    private static let assumedBacklog = 1_000_000.0
    /// How long that is given to drain, in seconds.
    private static let draining = 2.0...60.0
    /// After a loss at most this share of what was sent, at least that: below, by the share of what was thrown away.
    private static let decrease = 0.2...0.6
    /// Growth in a second without loss: up to the limit, and of the limit itself (3 % in 15 s), for a line that becomes
    /// faster. What is beyond the line's rate fills the backlog again, hence so slowly.
    private static let growth = 1.06
    private static let limitGrowth = 1.002
    /// Slower than this no picture is worth while; faster than that no terminal is. Bytes a second.
    private static let range = 4_000.0...50_000_000.0
    /// For so long after a decrease losses are those of before: what is on its way is still being thrown away, and tmux
    /// draws the whole screen anew after each (without this a line of 250 kB/s ended at 12).
    private static let echo = HostTime.milliseconds(2500)
    /// Looks closer together than this say little.
    private static let shortestInterval = HostTime.milliseconds(200)

    private struct Look: Sendable, Equatable {
        let written: Int64
        let discarded: Int64
        let sent: Int64
        let time: HostTime
    }

    private var last: Look?
    private var cap: Double?
    /// Where growth ends: known once something was too much.
    private var limit: Double?
    /// When the cap was last made smaller.
    private var decreased: HostTime?
    /// Seconds until the backlog has drained.
    private var drain = 0.0

    package init() {}

    /// - Parameters:
    ///   - written: `client_written`.
    ///   - discarded: `client_discarded`.
    ///   - sent: bytes given to tmux since the start.
    /// - Returns: bytes a second that may be given to tmux, or nil for no limit.
    package mutating func update(written: Int64, discarded: Int64, sent: Int64, at time: HostTime) -> Int? {
        let look = Look(written: written, discarded: discarded, sent: sent, time: time)
        guard let last, written >= last.written, discarded >= last.discarded, sent >= last.sent else {
            // The first look, or another client: its counters begin anew.
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

    /// - Parameter share: of what tmux dealt with, 0 … 1: what it threw away.
    private mutating func lose(offered: Double, share: Double) {
        let tooMuch = cap.map { min($0, max(offered, Self.range.lowerBound)) } ?? offered
        let factor = min(max((1 - share) / 2, Self.decrease.lowerBound), Self.decrease.upperBound)
        cap = max(Self.range.lowerBound, tooMuch * factor)
        // In the middle between what is too much and what is hoped not to be.
        limit = min(limit ?? .infinity, tooMuch * factor.squareRoot())
        drain = min(max(Self.assumedBacklog / (cap ?? 1), Self.draining.lowerBound), Self.draining.upperBound)
    }

    private mutating func keep(offered: Double, seconds: Double) {
        guard let old = cap else { return }
        drain -= seconds
        guard drain <= 0 else { return }
        if let known = limit { limit = known * (1 + (Self.limitGrowth - 1) * seconds) }
        // Only who uses what is allowed learns that the line takes it.
        guard offered > 0.6 * old else { return }
        let grown = min(old * (1 + (Self.growth - 1) * seconds), limit ?? .infinity)
        cap = grown < Self.range.upperBound ? grown : nil
    }
}
