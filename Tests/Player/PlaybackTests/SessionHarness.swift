import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport

/// A session with fake sinks that can wait for its snapshots.
final class SessionHarness: Sendable {
    let video: CapturingVideoSink
    let session: PlaybackEngine
    private let sinks: SinkStore
    private let wakeUp = WakeUp()

    private final class SinkStore: Sendable {
        let sinks = Monitor<[FakeAudioSink]>([])
    }

    init(video: CapturingVideoSink = CapturingVideoSink(), watchNetwork: NetworkWatchMaker? = nil) {
        self.video = video
        let store = SinkStore()
        sinks = store
        session = PlaybackEngine(
            videoSink: video,
            makeAudioSink: { format in
                let sink = FakeAudioSink(format: format)
                store.sinks.withLock { $0.append(sink) }
                return sink
            }, wakeUp: wakeUp, watchNetwork: watchNetwork)
    }

    /// The newest sound output.
    var audio: FakeAudioSink? { outputs.last }

    /// All sound outputs in the order in which they were opened.
    var outputs: [FakeAudioSink] { sinks.sinks.withLock { $0 } }

    func open(_ fixture: String, options: SessionOptions = SessionOptions(), canSeek: Bool = true, play: Bool = true) {
        let source = Fixtures.source(fixture)
        let data = canSeek ? source : source.unseekable()
        var options = options
        // Set as an option: a command might arrive after opening has failed and would then retry.
        if play { options.plays = true }
        session.setUp(SessionInput(name: fixture) { _ throws(ByteSourceError) in data }, options: options)
    }

    /// Opens the fixture at a position without playing. Returns the ready snapshot, or `nil` if it never became ready.
    func ready(_ fixture: String, at start: MediaTime) -> PlaybackSnapshot? {
        var options = SessionOptions()
        options.start = .absolute(start)
        open(fixture, options: options, play: false)
        return wait { $0.status == .ready }
    }

    /// Returns the first snapshot for which `condition` holds, or `nil` if it never did.
    func wait(_ condition: (PlaybackSnapshot) -> Bool) -> PlaybackSnapshot? {
        var snapshot = session.snapshot
        let holds = eventually {
            snapshot = session.snapshot
            return condition(snapshot)
        }
        return holds ? snapshot : nil
    }

    /// Returns all events since the last call.
    func events() -> [LifecycleEvent] { session.takeEvents().map(\.event) }
}
