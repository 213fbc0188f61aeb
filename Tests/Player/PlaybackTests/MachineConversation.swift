import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport

@testable import Playback

/// A talk with ``PlaybackMachine``: what the thread and its workers would say, at times that the test decides.
///
///     var talk = MachineConversation()
///     talk.play()                                                      a film that plays
///     talk.at(.seconds(3))                                             time passes until it has come there
///     let actions = talk.when(.command(.seek(.absolute(.zero), .exact)))   what is to be done because of that
///     expect(actions.requests.map(\.target), is: [.time(.zero)])
struct MachineConversation {
    let clock = ManualClock()
    private(set) var machine = PlaybackMachine()
    /// All that was to be done so far, in order.
    private(set) var done: [PlaybackAction] = []
    private var itemNumber = 0
    private var commandNumber = 0

    var state: SessionState { machine.item.state }
    var snapshot: PlaybackSnapshot { machine.item.snapshot }
    var notices: [PlaybackNotice] { snapshot.notices.map(\.notice) }
    var run: PlaybackMachine.Run { machine.item.run }
    var position: MediaTime { machine.item.clock.position(at: clock.now) }
    /// Nothing moves.
    var isStanding: Bool { !machine.item.clock.isRunning }

    // MARK: what is said

    /// One thing that the thread tells the machine.
    enum Said {
        case command(PlaybackCommand)
        case worker(WorkerEvent)
        /// A round of the thread finds its queues so, and the sound output; nil: it says nothing.
        case round(Queues, sound: AudioClockReading.State?)
        /// How the network of the item's source stands.
        case network(NetworkStatus.State, isUnencrypted: Bool = false)
        /// The computer has a network again.
        case networkCame

        static func round(_ queues: Queues) -> Said { .round(queues, sound: nil) }
        static var round: Said { .round(.flowing, sound: nil) }
    }

    /// - Returns: what is to be done because of it.
    @discardableResult
    mutating func when(_ said: Said) -> [PlaybackAction] {
        let before = done.count
        switch said {
        case .command(let command): send(command)
        case .worker(let event): tell { $0.handle(event) }
        case .round(let queues, let sound): round(queues, sound)
        case .network(let state, let isUnencrypted):
            var status = NetworkStatus(state: state)
            status.isUnencrypted = isUnencrypted
            tell { $0.networkSaid(status) }
        case .networkCame:
            let source = snapshot.network
            tell { $0.followReconnection(hasNetworkCome: true, source: source) }
        }
        return Array(done[before...])
    }

    mutating func tell(_ body: (inout PlaybackMachine) -> Void) {
        machine.now = clock.now
        body(&machine)
        done += machine.takeActions()
        machine.describe()
    }

    mutating func send(_ command: PlaybackCommand) {
        commandNumber += 1
        let number = commandNumber
        tell {
            $0.perform(command)
            $0.answer(command, number: number)
        }
    }

    // MARK: time

    mutating func wait(_ interval: HostTime) { clock.advance(by: interval) }

    /// Time passes until playing has come there. Nothing is said meanwhile.
    mutating func at(_ position: MediaTime) {
        precondition(!isStanding, "nothing moves")
        clock.advance(by: machine.item.clock.reading(at: clock.now).hostTime(of: position) - clock.now)
    }

    // MARK: whole passages

    mutating func setUp(_ input: SessionInput = input(), _ change: (inout SessionOptions) -> Void = { _ in }) {
        var options = SessionOptions()
        change(&options)
        itemNumber += 1
        let number = itemNumber
        tell { $0.setUp(input, options, number: number) }
    }

    @discardableResult
    mutating func open(_ film: Film = Film()) -> [PlaybackAction] {
        let found = film.isOverNetwork ? when(.worker(.network(QuietLink()))) : []
        return found + when(.worker(.opened(film.openedItem)))
    }

    /// The first picture and sound of the request under way are there.
    ///
    /// - Parameter picture: its time; nil: where packets begin.
    @discardableResult
    mutating func answerRequest(at position: MediaTime? = nil, picture: MediaTime? = nil) -> [PlaybackAction] {
        guard let preroll = run.preroll else { return [] }
        let before = done.count
        let start = position ?? preroll.target
        when(.worker(.started(preroll.generation, start)))
        finishPreroll(Queues.flowing.reading(sound: nil), picture: picture ?? start)
        return Array(done[before...])
    }

    /// An item that plays.
    mutating func play(
        _ film: Film = Film(), input: SessionInput = input(), _ change: (inout SessionOptions) -> Void = { _ in }
    ) {
        setUp(input) {
            $0.plays = true
            change(&$0)
        }
        open(film)
        answerRequest()
        hear(.running, at: position)
    }

    /// …and has come to this place.
    mutating func play(_ film: Film = Film(), to place: MediaTime) {
        play(film)
        at(place)
    }

    /// The sound output tells where it is.
    mutating func hear(_ state: AudioClockReading.State, at position: MediaTime) {
        let reading = sound(state, at: position)
        tell { $0.updateClock(reading) }
    }

    /// In the thread's order.
    private mutating func round(_ queues: Queues, _ state: AudioClockReading.State?) {
        tell { $0.followReconnection(hasNetworkCome: false, source: nil) }
        tell { $0.reopen() }
        guard run.isOpen else { return }
        finishPreroll(queues.reading(sound: nil), picture: run.preroll?.start ?? .zero)
        let heard = state.map { sound($0, at: position) }
        tell { $0.updateClock(heard) }
        let reading = queues.reading(sound: heard)
        tell {
            $0.followRegions()
            $0.checkLoopAndEnd(reading)
        }
        if let status = run.opened?.stream?.status {
            tell { $0.streamSaid(status, readTo: queues.end) }
        } else {
            tell { $0.followReception(reading.fill) }
        }
        tell { $0.catchUpWithLive(readTo: queues.end) }
        tell { $0.leapOverHole(reading.fill) }
        tell { $0.checkSupply(reading) }
        tell { $0.describe(reading.fill) }
    }

    private mutating func finishPreroll(_ reading: PipelineReading, picture: MediaTime) {
        if machine.wantsFirstPicture(reading) {
            tell {
                $0.showedFirst(Self.frame(picture))
                $0.showed(Self.frame(picture), aspect: 1)
            }
        }
        tell { $0.finishPrerollIfReady(reading) }
    }

    // MARK: what came of it

    mutating func takeEvents() -> [LifecycleEvent] { takeTimedEvents().map(\.event) }

    mutating func takeTimedEvents() -> [TimedEvent] { machine.takeEvents() }

    mutating func takeDone() -> [PlaybackAction] {
        defer { done = [] }
        return done
    }

    private func sound(_ state: AudioClockReading.State, at position: MediaTime) -> AudioClockReading {
        AudioClockReading(
            state: state, generation: run.generation, position: position, hostTime: clock.now,
            rate: run.soundRate ?? .normal)
    }

    static func frame(_ time: MediaTime) -> FramePacer.Timing {
        FramePacer.Timing(time: time, duration: .milliseconds(40))
    }

    /// One that is never opened: the test says how that goes.
    static func input(_ name: String = "film") -> SessionInput {
        SessionInput(name: name) { _ throws(ByteSourceError) in
            throw ByteSourceError(.notFound, operation: "open", context: name)
        }
    }

    /// Opening or reading failed so.
    static func failure(_ code: ByteSourceError.Code) -> MediaError {
        MediaError(.source(ByteSourceError(code, operation: "read", context: "film")), operation: "read")
    }
}
