import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport

/// A controller of the real engine with fake sinks that plays fixtures by name.
final class ControllerHarness {
    let video = CapturingVideoSink()
    let engine: PlaybackEngine
    let controller: PlaybackController
    let opened = OpenedSources()

    /// The names of sources in the order in which they were opened.
    final class OpenedSources: Sendable {
        private let names = Monitor<[String]>([])
        func add(_ name: String) { names.withLock { $0.append(name) } }
        var all: [String] { names.withLock { $0 } }
    }

    init(options: ControllerOptions = ControllerOptions()) {
        engine = PlaybackEngine(
            videoSink: video, makeAudioSink: { FakeAudioSink(format: $0) }, wakeUp: WakeUp())
        let opened = opened
        let provider = BasicSessionProvider { source in
            SessionInput(name: source.location) { _ throws(ByteSourceError) in
                opened.add(source.location)
                if source.location == "missing" {
                    throw ByteSourceError(.notFound, operation: "open", context: "missing")
                }
                return Fixtures.source(source.location)
            }
        }
        controller = PlaybackController(engine: engine, provider: provider, options: options)
    }

    deinit { engine.destroy() }

    func setVideos(_ names: String...) {
        controller.replaceVideos(Playlist(videos: names.map { Video(location: $0) }), index: 0)
    }

    /// Delivers every 5 ms until `condition` holds. Returns the snapshot, or `nil` if it never did.
    func pump(until condition: (PlaybackSnapshot) -> Bool) -> PlaybackSnapshot? {
        var snapshot = controller.snapshot
        let holds = eventually {
            snapshot = controller.deliver()
            return condition(snapshot)
        }
        return holds ? snapshot : nil
    }
}

/// A consumer that records every call.
final class RecordingConsumer: SessionConsumer {
    private(set) var lines: [String] = []
    private(set) var positions: [MediaTime] = []
    private(set) var points: [CuePoint] = []
    private(set) var numbers: [Int] = []

    func didAdvance(to session: PlaybackSession) {
        lines.append("advance \(session.video.id)")
        numbers.append(session.number)
    }
    func willDiscard(_ session: PlaybackSession, last snapshot: PlaybackSnapshot, at position: MediaTime) {
        lines.append("discard \(session.video.id)")
    }
    func session(_ session: PlaybackSession, didReceive event: LifecycleEvent, at position: MediaTime) {
        lines.append("\(event.rawValue) \(session.video.id)")
    }
    func session(_ session: PlaybackSession, didProgressTo clock: ClockReading, at now: HostTime) {
        positions.append(clock.position(at: now))
    }
    func session(_ session: PlaybackSession, didChangeDuration duration: MediaTime?) {
        lines.append("duration \(duration?.inSeconds ?? -1)")
    }
    func session(_ session: PlaybackSession, didChangeStatusFrom old: PlayStatus, to new: PlayStatus) {
        lines.append("status \(new)")
    }
    func session(_ session: PlaybackSession, didFindTracks tracks: [TrackInfo]) {
        lines.append("tracks \(tracks.count)")
    }
    func session(_ session: PlaybackSession, didChangeTrack kind: TrackKind, to id: Int?) {
        lines.append("track \(kind)")
    }
    private(set) var skippedPoints: [CuePoint] = []
    func session(_ session: PlaybackSession, didPass point: CuePoint, isSkipped: Bool) {
        points.append(point)
        if isSkipped { skippedPoints.append(point) }
    }
    func session(_ session: PlaybackSession, didBegin part: PlayPart) { lines.append("part \(part)") }
    func session(_ session: PlaybackSession, didFailClip error: PlayError) { lines.append("clip \(error.code)") }
    func session(_ session: PlaybackSession, didFailWith error: PlayError) { lines.append("failed \(error.code)") }
}
