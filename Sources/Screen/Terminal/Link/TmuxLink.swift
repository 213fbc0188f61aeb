package import PlayCore

/// The rate of the line behind a tmux, from tmux's own counters. tmux answers every query itself and takes all bytes at
/// once, so a slow line to its client cannot be measured from within. But it counts the bytes that it wrote for the
/// client and those that it discarded because the client was behind (`client_written` and `client_discarded` of `tmux
/// display-message`; 3.3a, `tty.c`). The counters overlap (bytes written into a buffer that is then discarded are in
/// both), so they do not yield the line's rate; they only show that it is full. Measured behind 2 Mbit/s, 1.2 MB/s were
/// written, 1.3 MB/s discarded, and 0.25 MB/s arrived.
///
/// So the cap is found as TCP finds its window: it falls at a loss, then grows slowly to slightly below the rate of the
/// last loss. At a loss all buffers between tmux and the viewer are full: with OpenSSH up to a megabyte, seconds of an
/// old picture. After the last loss, the cap stays low until they have drained. The input is a reading of the counters
/// about once a second. The output is a cap of the bytes a second sent to tmux.
package struct TmuxLink: Sendable, Equatable {
    /// The backlog behind tmux when it starts to discard, in bytes: about the window of an OpenSSH channel.
    private static let assumedBacklog = 1_000_000.0
    /// The time for the backlog to drain, in seconds.
    private static let draining = 2.0...60.0
    /// The bounds of the cap after a loss, as a share of the sent bytes. The more was discarded, the lower the cap.
    private static let decrease = 0.2...0.6
    /// The growth in a second without loss: of the cap up to the limit, and of the limit itself (3 % in 15 s), in case
    /// the line becomes faster. It is slow because bytes beyond the line's rate fill the backlog again.
    private static let growth = 1.06
    private static let limitGrowth = 1.002
    /// The bounds of the cap in bytes a second. Below, no picture is worthwhile; above, no terminal is as fast.
    private static let range = 4_000.0...50_000_000.0
    /// The time after a decrease in which losses still result from the earlier rate: bytes on the way are discarded,
    /// and tmux redraws the whole screen after each loss. Without it, a line of 250 kB/s ended at 12 kB/s.
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
    /// The seconds until the backlog has drained.
    private var drain = 0.0

    package init() {}

    /// - Parameter sent: bytes sent to tmux since the start.
    /// - Returns: the limit of bytes a second sent to tmux, or `nil` for no limit.
    package mutating func update(written: Int64, discarded: Int64, sent: Int64, at time: HostTime) -> Int? {
        let look = Look(written: written, discarded: discarded, sent: sent, time: time)
        guard let last, written >= last.written, discarded >= last.discarded, sent >= last.sent else {
            // The first reading, or another client, whose counters start at zero.
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
        // The geometric mean of the rate that was too high and the new cap.
        limit = min(limit ?? .infinity, tooMuch * factor.squareRoot())
        drain = min(max(Self.assumedBacklog / (cap ?? 1), Self.draining.lowerBound), Self.draining.upperBound)
    }

    private mutating func keep(offered: Double, seconds: Double) {
        guard let old = cap else { return }
        drain -= seconds
        guard drain <= 0 else { return }
        if let known = limit { limit = known * (1 + (Self.limitGrowth - 1) * seconds) }
        // Only a sender that uses its allowance learns that the line carries it.
        guard offered > 0.6 * old else { return }
        let grown = min(old * (1 + (Self.growth - 1) * seconds), limit ?? .infinity)
        cap = grown < Self.range.upperBound ? grown : nil
    }
}
