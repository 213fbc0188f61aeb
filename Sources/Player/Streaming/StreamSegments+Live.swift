import Manifests
import Media
import MediaSources
import PlayCore
import PlaybackModel
import Transport

extension StreamSegments {
    func isLive(_ rendition: Int) -> Bool { lists.knownList(rendition).map { !$0.isEnded } ?? false }

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

    /// Returns the live edge. A segment announced by the calendar is not available until complete.
    private func edge(_ rendition: Int, _ window: MediaRange) -> MediaTime {
        if lists.lowLatency(rendition) != nil, !readsParts(rendition) { return lists.liveEdge(rendition, window) }
        // Between two readings the edge advances with the clock.
        let age = lists.age(rendition)
        return window.end + MediaTime(nanoseconds: min(age, HostTime.seconds(10)).nanoseconds)
    }

    private static let shortestHoldBack = MediaTime.seconds(3)

    func holdBack(_ rendition: Int, _ list: SegmentList) -> MediaTime {
        if let holdBack = lists.lowLatency(rendition) { return holdBack }
        if let playlist = lists.playlist(rendition) { return playlist.holdBack }
        let two = list.targetDuration + list.targetDuration
        guard let wanted = lists.presentation.live?.suggestedDelay ?? lists.presentation.live?.targetLatency else {
            return two + list.targetDuration
        }
        // Otherwise the buffer would never reach the amount needed to start.
        return max(wanted, two, Self.shortestHoldBack)
    }

    /// Returns the live position, or `nil` once the stream has ended. First reads a list that is due; may wait.
    func livePosition(_ rendition: Int) -> MediaTime? {
        // A server that delays responses responds at once to a request for an old list.
        if isLive(rendition), readsParts(rendition) || isTimeToRead(rendition) { readAgain(rendition) }
        guard let list = lists.knownList(rendition), !list.isEnded, let window = list.window else { return nil }
        return place(behindEdge: rendition, list, window)
    }

    /// Reads a live list again. A failure leaves the known list, and the next read throws it.
    func readAgain(_ rendition: Int) {
        do throws(ByteSourceError) {
            _ = try lists.refresh(rendition)
            noteLive(rendition)
        } catch {
            Log.shared.write(.info, "net", "a live list stays as it is known: \(error.code)")
        }
    }

    private func place(behindEdge rendition: Int, _ list: SegmentList, _ window: MediaRange) -> MediaTime {
        let place = lists.liveEdge(rendition, window) - holdBack(rendition, list)
        return place.clamped(to: window.start...window.end)
    }

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
