import Media
import MediaSources
import PlayCore

/// Finds the key frame where a seek lands, from a segment's start. Keeps the items from there on.
struct KeyframeLanding {
    let target: MediaTime
    /// Whether to use the first key frame at or after the target, instead of the last at or before it.
    let isAfter: Bool
    let video: Int
    private(set) var items = Fifo<SourceItem>()
    private(set) var start: MediaTime?
    private(set) var isDone = false
    /// How long sound may precede its picture in the file.
    private static let soundLead = MediaTime.milliseconds(300)
    /// Tolerates the rounding of containers.
    private static let tolerance = MediaTime.milliseconds(1)

    init(target: MediaTime, isAfter: Bool, video: Int) {
        self.target = target
        self.isAfter = isAfter
        self.video = video
    }

    mutating func add(_ item: SourceItem) {
        guard case .packet(let packet) = item, packet.track == video, let time = packet.time else {
            items.append(item)
            return
        }
        if packet.isKeyframe, isAfter ? time >= target - Self.tolerance : time <= target + Self.tolerance {
            begin(at: time)
            items.append(item)
            isDone = isAfter || time >= target
            return
        }
        items.append(item)
        if !isAfter, packet.decodingTime ?? time > target { isDone = true }
    }

    private mutating func begin(at time: MediaTime) {
        start = time
        var kept = Fifo<SourceItem>()
        while let item = items.popFirst() {
            if case .packet(let packet) = item {
                guard packet.track != video, let begin = packet.time, begin >= time - Self.soundLead else { continue }
            }
            kept.append(item)
        }
        items = kept
    }
}
