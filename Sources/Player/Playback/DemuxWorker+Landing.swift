import Media
import MediaSources
import PlayCore
import PlaybackModel

/// Finds where reading starts after a request: by a seek in the container, or by reading on in an input without seeks.
extension DemuxWorker {
    /// Packets of the leading track to search for a key frame after a seek, in a container that marks none.
    private static let keyframeSearchLimit = 600
    /// Bytes of these packets, which are kept for the decoders.
    private static let keyframeSearchBytes = 64 << 20
    /// How much earlier to start if a seek landed late: a frame or two, a group, a group of a sparse recording.
    private static let retryDistances: [MediaTime] = [
        .milliseconds(100), .seconds(2), .seconds(12), .seconds(40), .seconds(150),
    ]

    /// Resolves the live position to its time, and starts at the key frame before it, as at the start of playback.
    func placed(_ request: DemuxRequest, _ source: any PacketSource) -> DemuxRequest {
        guard request.target == .live else { return request }
        var placed = request
        let place = source.livePosition() ?? source.duration ?? .zero
        (placed.target, placed.floor) = (.time(max(place, request.floor ?? .zero)), nil)
        return placed
    }

    func jump(_ request: DemuxRequest, _ source: any PacketSource) -> Bool {
        switch request.target {
        case .here, .live: return true
        case .share(let share): return source.seek(toShare: share)
        case .time(let target):
            if request.floor != nil { return source.seek(to: target, direction: .atOrAfter) }
            return source.seek(to: target, direction: .atOrBefore)
        }
    }

    struct Landing {
        var formats: [StreamFormat]
        var items: [SourceItem] = []
        var start: MediaTime?
        /// Whether reading reached the end without a key frame, so that nothing can be decoded.
        var lacksKeyframe = false

        /// Drops the pictures before the first key frame, and those after it in an open group that refer to them: a
        /// decoder would show them grey.
        mutating func dropUndecodable(_ track: Int, before keyframe: Packet) {
            items.removeAll { item in
                if case .packet(let packet) = item { packet.track == track && packet !== keyframe } else { false }
            }
        }
    }

    /// Starts earlier if the seek landed after an exact target: containers round, or have a coarse index or none.
    func retryEarlier(_ request: DemuxRequest, _ source: any PacketSource, _ landed: Landing) -> Landing {
        guard case .time(let target) = request.target, request.mode != .keyframe else { return landed }
        var landed = landed
        for distance in Self.retryDistances {
            guard let start = landed.start,
                landed.lacksKeyframe || (request.mode == .before ? start >= target : start > target)
            else { break }
            guard target > .zero, !queue.isInterrupted,
                source.seek(to: max(.zero, target - distance), direction: .atOrBefore)
            else { break }
            landed = land(request, source)
        }
        return landed
    }

    /// Reads up to the first key frame of the video track, to find where display can start.
    func land(_ request: DemuxRequest, _ source: any PacketSource) -> Landing {
        var landing = Landing(
            formats: [request.videoTrack, request.audioTrack].compactMap { $0 }.compactMap { format($0, source) })
        var first: MediaTime?
        var (bytes, looked) = (0, 0)
        // Without a track to follow, this would read the whole file.
        guard let leading = request.videoTrack ?? request.audioTrack else { return landing }
        while looked < Self.keyframeSearchLimit, bytes < Self.keyframeSearchBytes, !queue.isInterrupted {
            guard let item = read(source) else {
                landing.lacksKeyframe = request.videoTrack != nil && !queue.isInterrupted
                break
            }
            landing.items.append(item)
            guard case .packet(let packet) = item else { continue }
            bytes += packet.byteCount
            first = first ?? packet.time
            guard packet.track == leading else { continue }
            looked += 1
            landing.start = landing.start ?? packet.time
            if packet.isKeyframe {
                landing.start = packet.time
                if request.videoTrack != nil { landing.dropUndecodable(leading, before: packet) }
                return landing
            }
        }
        landing.start = landing.start ?? first
        return landing
    }

    /// Reads up to the target. Keeps the packets from the last key frame before it, which decoding the target needs.
    func readOn(to target: MediaTime, _ request: DemuxRequest, _ source: any PacketSource) -> Landing {
        let wanted = [request.videoTrack, request.audioTrack].compactMap { $0 }
        var landing = Landing(formats: wanted.compactMap { format($0, source) })
        var bytes = 0
        guard let leading = wanted.first else { return landing }
        func dropPackets() {
            landing.items.removeAll {
                if case .packet(let packet) = $0 { wanted.contains(packet.track) } else { false }
            }
            (landing.start, bytes) = (nil, 0)
        }
        while !queue.isInterrupted, let item = read(source) {
            guard case .packet(let packet) = item, wanted.contains(packet.track) else {
                landing.items.append(item)
                continue
            }
            if packet.track == leading, packet.isKeyframe, let time = packet.time,
                time <= target || landing.start == nil
            {
                dropPackets()
                landing.start = time
            }
            if landing.start != nil { landing.items.append(item) }
            bytes += packet.byteCount
            if bytes > Self.keyframeSearchBytes { dropPackets() }
            if packet.track == leading, let time = packet.time, time >= target, landing.start != nil { break }
        }
        return landing
    }
}
