import Media
import MediaSources
import PlayCore
import PlaybackModel

/// Watches the line to a live item's server while data is missing (`LineProbe`). A line that recovers delivers old data
/// late, so the data is requested again. If the server answers but the source is silent, playback waits.
extension PlaybackMachine {
    /// Longer than the pauses between the packets, or parts, of a source that plays near its edge.
    private static let longestPause = HostTime.milliseconds(700)
    /// Media to play with which the old connection may still recover.
    private static let enough = MediaTime.seconds(3)

    mutating func followLine(_ fill: PacketQueue.Fill) {
        guard isLive, item.reconnection == nil else { return }
        if item.run.arrival?.end != fill.end { item.run.arrival = nil }
        let arrival = item.run.arrival ?? (fill.end, now)
        item.run.arrival = arrival
        let position = item.clock.position(at: now)
        item.run.isSilent =
            item.state.wantsPlay && item.run.supplyFailure == nil && !fill.inputEnded && !fill.isFull
            && now - arrival.since >= Self.longestPause && (fill.end ?? position) - position < Self.enough
        probeLine(item.state.status == .failed ? false : item.run.isSilent)
        followSilence(since: arrival.since)
    }

    /// Opens a silent source again whose line cannot be probed, such as SRT: the end of its connection is noticed only
    /// after seconds. The first of both that delivers is played.
    private mutating func followSilence(since: HostTime) {
        guard item.run.supplyFailure == nil, let input = item.input, input.isTransmission, input.watchLine == nil else {
            return
        }
        if item.run.isSilent, now - since >= Self.longestSilence {
            openAhead()
        } else if !item.run.isSilent {
            closeAhead()
        }
    }
    private static let longestSilence = HostTime.seconds(1)

    /// - Parameter isActive: `nil` for no change.
    mutating func probeLine(_ isActive: Bool?) {
        guard let isActive, isActive != item.probesLine, let input = item.input else { return }
        item.probesLine = isActive
        emit(.probeLine(input, isActive: isActive))
    }

    var silence: MediaError {
        MediaError(
            .source(ByteSourceError(.timedOut, operation: "read", context: item.input?.name ?? "")), operation: "read")
    }
}
