import Adaptation
import MediaSources
import PlayCore
import PlaybackModel

/// How much is read ahead, and what is told of it.
extension SessionLoop {
    func optimizeBuffer(_ pipeline: ItemPipeline) {
        watched.note(clock.reading(at: now))
        let rules = network == nil ? nil : options.networkBuffer
        let wanted = options.buffer.forwardBuffer(watched: watched.total, preferred: preferredBuffer, network: rules)
        pipeline.packets.setTarget(memoryShare(of: wanted ?? LoadControl().targetDuration))
        // Of a file nothing: it lies in the system's memory, and reading it again is quick.
        pipeline.packets.setKept(network == nil ? 0 : options.keptBytes)
    }

    /// Of what is read ahead, what lies in memory; the rest lies on the disk where that can be.
    private func memoryShare(of wanted: MediaTime) -> MediaTime {
        (heldOnDisk, isFillingDisk) = (.zero, false)
        guard let diskBuffer else { return wanted }
        // With room for more than ends a stall, like the least that is ever read ahead over a network.
        let memory = max(LoadControl().targetDuration, options.networkBuffer.high + BufferOptimizer.pause)
        let rest = max(.zero, wanted - memory)
        // What plays goes first: it has the line alone until it has what ends a stall.
        let isComfortable = publishedFill.map { $0.isFull || $0.canResume } ?? false
        guard let held = diskBuffer.hold(isComfortable ? rest : .zero, of: snapshot.duration) else { return wanted }
        heldOnDisk = held
        let end = publishedFill?.end ?? .zero
        isFillingDisk = held < rest && snapshot.duration.map { end + held < $0 - .milliseconds(500) } ?? true
        return min(wanted, memory)
    }

    func fill(from pipeline: ItemPipeline) {
        let fill = pipeline.packets.fill
        publishedFill = fill
        snapshot.statistics.queuedBytes = fill.bytes
        snapshot.statistics.keptBytes = fill.keptBytes
        snapshot.hasFullBuffer = fill.isFull || fill.inputEnded
        let position = snapshot.clock.position
        snapshot.buffered = fill.end.map { end in
            let onDisk = end + heldOnDisk
            return MediaRange(start: position, end: snapshot.duration.map { max(end, min($0, onDisk)) } ?? onDisk)
        }
        if fill.inputEnded, let duration = snapshot.duration {
            snapshot.buffered = MediaRange(start: position, end: duration)
        }
        snapshot.audioStatus = pipeline.sink?.status
        if facts?.cover == nil, videoTrack == nil, let sink = pipeline.sink { snapshot.audioLevels = sink.levels }
    }
}
