import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport

@testable import Playback

/// A talk with ``PlaybackMachine``: what the thread and its workers would say, at times that the test decides.
struct MachineConversation {
    static let video = TrackInfo(
        id: 0, kind: .video(width: 128, height: 72, framesPerSecond: 25), codec: "h264", language: nil, title: nil,
        isDefault: true, isDecodable: true)
    static let sound = TrackInfo(
        id: 1, kind: .audio(sampleRate: 48_000, channelCount: 2), codec: "aac", language: nil, title: nil,
        isDefault: true, isDecodable: true)

    let clock = ManualClock()
    private(set) var machine = PlaybackMachine()
    /// All that was to be done so far, in order.
    private(set) var done: [PlaybackAction] = []
    private var itemNumber = 0

    var state: SessionState { machine.item.state }
    var snapshot: PlaybackSnapshot { machine.item.snapshot }
    var run: PlaybackMachine.Run { machine.item.run }
    var position: MediaTime { machine.item.clock.position(at: clock.now) }

    // MARK: what is said

    mutating func tell(_ body: (inout PlaybackMachine) -> Void) {
        machine.now = clock.now
        body(&machine)
        done += machine.takeActions()
        machine.describe()
    }

    mutating func send(_ command: PlaybackCommand) { tell { $0.perform(command) } }

    mutating func wait(_ interval: HostTime) { clock.advance(by: interval) }

    mutating func setUp(_ change: (inout SessionOptions) -> Void = { _ in }) {
        var options = SessionOptions()
        change(&options)
        itemNumber += 1
        let number = itemNumber
        let input = SessionInput(name: "film") { _ throws(ByteSourceError) in
            throw ByteSourceError(.notFound, operation: "open", context: "film")
        }
        tell { $0.setUp(input, options, number: number) }
    }

    mutating func open(
        _ tracks: [TrackInfo] = [video, sound], duration: MediaTime? = .seconds(100), canSeek: Bool = true
    ) {
        let facts = OpenedItem(
            tracks: tracks, chapters: [], duration: duration, tags: MediaTags(), format: nil, canSeek: canSeek,
            isStillImage: false, cover: nil)
        tell { $0.handle(.opened(facts)) }
    }

    /// The first picture and sound of the request under way are there.
    mutating func answerRequest(at position: MediaTime? = nil) {
        guard let preroll = run.preroll else { return }
        let hasVideo = run.videoTrack != nil
        tell { machine in
            machine.handle(.started(preroll.generation, position ?? preroll.target))
            if hasVideo { machine.showedFirst(Self.frame(position ?? preroll.target)) }
            machine.finishPrerollIfReady(Self.reading(sound: nil))
        }
    }

    /// An item that plays.
    mutating func play(
        _ tracks: [TrackInfo] = [video, sound], _ change: @escaping (inout SessionOptions) -> Void = { _ in }
    ) {
        setUp {
            $0.plays = true
            change(&$0)
        }
        open(tracks)
        answerRequest()
        hear(.running, at: position)
    }

    /// The sound output tells where it is.
    mutating func hear(_ state: AudioClockReading.State, at position: MediaTime) {
        let reading = sound(state, at: position)
        tell { $0.updateClock(reading) }
    }

    /// A round with this state of the queues.
    mutating func round(
        ended: Bool = false, isFull: Bool = false, canResume: Bool = true, emptyLanes: Bool = false,
        sound: AudioClockReading.State? = nil
    ) {
        let heard = sound.map { self.sound($0, at: position) }
        let reading = Self.reading(
            ended: ended, isFull: isFull, canResume: canResume, emptyLanes: emptyLanes, sound: heard)
        tell { machine in
            machine.checkLoopAndEnd(reading)
            machine.checkSupply(reading)
        }
        tell { $0.describe(reading.fill) }
    }

    mutating func takeEvents() -> [LifecycleEvent] { machine.takeEvents().map(\.event) }

    mutating func takeDone() -> [PlaybackAction] {
        defer { done = [] }
        return done
    }

    private func sound(_ state: AudioClockReading.State, at position: MediaTime) -> AudioClockReading {
        AudioClockReading(
            state: state, generation: run.generation, position: position, hostTime: clock.now, rate: .normal)
    }

    static func frame(_ time: MediaTime) -> FramePacer.Timing {
        FramePacer.Timing(time: time, duration: .milliseconds(40))
    }

    static func reading(
        ended: Bool = false, isFull: Bool = false, canResume: Bool = true, emptyLanes: Bool = false,
        sound: AudioClockReading?
    ) -> PipelineReading {
        PipelineReading(
            fill: PacketQueue.Fill(
                inputEnded: ended, isFull: isFull, bytes: 0, keptBytes: 0, canResume: canResume, canStart: true,
                isEmpty: [emptyLanes, emptyLanes], end: nil),
            hasNoFrames: emptyLanes, framesEnded: ended, isSoundPrimed: true, sound: sound)
    }
}

extension [PlaybackAction] {
    /// Where they lead to, for those that ask for packets.
    var requests: [DemuxRequest] {
        compactMap { if case .submit(let request) = $0 { request } else { nil } }
    }

    var opened: Int { count { if case .open = $0 { true } else { false } } }
    var closed: Int { count { if case .close = $0 { true } else { false } } }
    var pausesSound: Bool { contains { if case .pauseSound = $0 { true } else { false } } }
    var playsSound: Bool { contains { if case .playSound = $0 { true } else { false } } }
    var reloadsNetwork: Bool { contains { if case .reloadNetwork = $0 { true } else { false } } }
    var clearsPicture: Bool { contains { if case .clearPicture = $0 { true } else { false } } }
}
