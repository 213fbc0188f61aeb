import Adaptation
import Manifests
import Media
import MediaSources
import PlayCore
import PlaybackModel
import Transport

/// Where a live stream is, and where playing begins.
extension StreamSegments {
    func isLive(_ rendition: Int) -> Bool { lists.knownList(rendition).map { !$0.isEnded } ?? false }

    /// Where the live edge is.
    func noteLive(_ rendition: Int) {
        guard let list = lists.knownList(rendition), let window = list.window else { return }
        noteAdverts(rendition, list)
        access.isLive = !list.isEnded
        guard !list.isEnded else {
            control.update { status in
                guard status.live != nil else { return }
                status.live = nil
                status.duration = window.end
            }
            return
        }
        let (edge, now) = (edge(rendition, window), clock.now)
        let dated = list.segments.first { $0.programDateTime != nil }
        let origin = dated.flatMap { segment in segment.programDateTime.map { $0 + -segment.start } }
        let holdBack = holdBack(rendition, list)
        let lowLatency = lists.lowLatency(rendition)
        let latency = holdBack + (lowLatency == nil ? list.targetDuration + list.targetDuration : .seconds(2))
        control.update {
            $0.origin = origin
            $0.live = LiveState(
                edge: ClockReading(position: edge, hostTime: now, rate: .normal, isRunning: true),
                windowLength: window.length, latency: latency, lowLatency: lowLatency, distance: holdBack)
        }
    }

    /// Where a live stream is now: what is announced by the calendar is not there before its segment is complete.
    private func edge(_ rendition: Int, _ window: MediaRange) -> MediaTime {
        if lists.lowLatency(rendition) != nil, !readsParts(rendition) { return lists.liveEdge(rendition, window) }
        // Between two readings the edge goes on by itself.
        let age = lists.age(rendition)
        return window.end + MediaTime(nanoseconds: min(age, HostTime.seconds(10)).nanoseconds)
    }

    private static let shortestHoldBack = MediaTime.seconds(3)

    /// How far from the edge playing begins.
    func holdBack(_ rendition: Int, _ list: SegmentList) -> MediaTime {
        if let holdBack = lists.lowLatency(rendition) { return holdBack }
        if let playlist = lists.playlist(rendition) { return playlist.holdBack }
        let two = list.targetDuration + list.targetDuration
        guard let wanted = lists.presentation.live?.suggestedDelay ?? lists.presentation.live?.targetLatency else {
            return two + list.targetDuration
        }
        // With less there would never be as much as has to be there before playing begins.
        return max(wanted, two, Self.shortestHoldBack)
    }

    /// The live position now; `nil` once the stream has ended. A list whose time has come is read again first, which may
    /// wait for bytes; the known one holds if it cannot be read.
    func livePosition(_ rendition: Int) -> MediaTime? {
        // A server that holds requests back answers at once where the known list is old.
        if isLive(rendition), readsParts(rendition) || isTimeToRead(rendition) {
            do throws(ByteSourceError) {
                _ = try lists.refresh(rendition)
                noteLive(rendition)
            } catch {
                // Told by the next read.
                Log.shared.write(.info, "net", "the live position is that of an old list: \(error.code)")
            }
        }
        guard let list = lists.knownList(rendition), !list.isEnded, let window = list.window else { return nil }
        return place(behindEdge: rendition, list, window)
    }

    private func place(behindEdge rendition: Int, _ list: SegmentList, _ window: MediaRange) -> MediaTime {
        let place = lists.liveEdge(rendition, window) - holdBack(rendition, list)
        return place.clamped(to: window.start...window.end)
    }

    /// Where playing begins by itself.
    func start(_ rendition: Int, _ list: SegmentList) -> MediaTime {
        guard let window = list.window else { return .zero }
        if let start = lists.presentation.start {
            let time = start.offset < .zero ? window.end + start.offset : window.start + start.offset
            return time.clamped(to: window.start...window.end)
        }
        if let playlist = lists.playlist(rendition), playlist.start != nil || !readsParts(rendition) {
            return playlist.startTime
        }
        if list.isEnded { return window.start }
        return place(behindEdge: rendition, list, window)
    }
}
