import Media
import PlayCore

/// Finds the places in the lanes from which decoders continue after a seek to held packets. If anything is missing, the
/// container is seeked instead.
struct PacketReplay {
    let position: MediaTime
    /// The request's mode, or exact if its key frame is out of reach.
    private(set) var mode: StreamStart.Mode
    private(set) var places: [Lane: Int] = [:]

    /// The time after which sound decoders have settled, with overlaps, reservoirs and predictions.
    static let soundLead = MediaTime.seconds(1)
    /// The longest time from a key frame to the target. Without a limit, a damaged time could make a gap appear held.
    private static let longestGroup = MediaTime.seconds(30)

    /// Returns `nil` if the place is not held. `hasAll`: nothing follows the held packets.
    init?(_ request: DemuxRequest, _ lanes: [PacketLane], hasAll: Bool) {
        let (video, audio) = (lanes[Lane.video.rawValue], lanes[Lane.audio.rawValue])
        guard case .time(let target) = request.target, video.isInOrder, audio.isInOrder,
            request.videoTrack != nil || request.audioTrack != nil,
            Self.reaches(request.videoTrack != nil ? video : audio, target, hasAll)
        else { return nil }
        var request = request
        var isWholeRun = false
        if request.videoTrack == nil {
            position = target
        } else {
            var found = Self.keyframe(request, target, video)
            if let time = found.flatMap({ video.time(at: $0) }), request.isOutOfReach(time) {
                (request.mode, request.floor) = (.exact, nil)
                found = Self.keyframe(request, target, video)
            }
            guard let keyframe = found, let time = video.time(at: keyframe) else { return nil }
            position = request.mode == .keyframe ? max(.zero, time) : target
            places[.video] = keyframe
            isWholeRun = !video.isTrimmed && Self.isFirst(keyframe, video)
        }
        mode = request.mode
        guard request.audioTrack != nil else { return }
        guard let sound = Self.sound(from: position, audio, orAsRunBegan: isWholeRun) else { return nil }
        places[.audio] = sound
    }

    private static func reaches(_ lane: PacketLane, _ target: MediaTime, _ hasAll: Bool) -> Bool {
        hasAll || lane.lastTime.map { target < $0 } ?? false
    }

    private static func keyframe(_ request: DemuxRequest, _ target: MediaTime, _ lane: PacketLane) -> Int? {
        if let floor = request.floor {
            let found = (0..<lane.count).first { keyframeTime(lane, $0).map { $0 >= target } ?? false }
            return found.flatMap { place in (lane.time(at: place) ?? .zero) >= floor ? place : nil }
        }
        let found = stride(from: lane.count - 1, through: 0, by: -1).first { place in
            guard let time = keyframeTime(lane, place) else { return false }
            return request.mode == .before ? time < target : time <= target
        }
        guard let found, let time = lane.time(at: found), target - time <= longestGroup else { return nil }
        return found
    }

    private static func keyframeTime(_ lane: PacketLane, _ place: Int) -> MediaTime? {
        guard let packet = lane.packet(at: place), packet.isKeyframe else { return nil }
        return packet.time
    }

    private static func isFirst(_ place: Int, _ lane: PacketLane) -> Bool {
        !(0..<place).contains { lane.packet(at: $0) != nil }
    }

    /// Returns where to decode sound from. `orAsRunBegan` accepts a start after `time`, as after a container's seek.
    private static func sound(from time: MediaTime, _ lane: PacketLane, orAsRunBegan: Bool) -> Int? {
        let place = stride(from: lane.count - 1, through: 0, by: -1).first { place in
            guard let begin = lane.time(at: place), begin <= time - soundLead else { return false }
            return lane.packet(at: place)?.isKeyframe ?? true
        }
        if let place { return place }
        guard !lane.isTrimmed, let first = (0..<lane.count).first(where: { lane.time(at: $0) != nil }),
            let begin = lane.time(at: first)
        else { return nil }
        return begin <= time || orAsRunBegan ? first : nil
    }
}
