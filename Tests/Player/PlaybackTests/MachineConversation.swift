import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport

@testable import Playback

/// A conversation with ``PlaybackMachine``: plays the thread and its workers, at times that the test decides.
///
///     var talk = MachineConversation()
///     talk.play()                                                      a film plays
///     talk.at(.seconds(3))                                             time passes until playback is there
///     let actions = talk.when(.command(.seek(.absolute(.zero), .exact)))   the actions that result
///     expect(actions.requests.map(\.target), is: [.time(.zero)])
struct MachineConversation {
    let clock = ManualClock()
    private(set) var machine = PlaybackMachine()
    /// All actions so far, in order.
    private(set) var done: [PlaybackAction] = []
    private var itemNumber = 0
    private var commandNumber = 0

    var state: SessionState { machine.item.state }
    var snapshot: PlaybackSnapshot { machine.item.snapshot }
    var notices: [PlaybackNotice] { snapshot.notices.map(\.notice) }
    var run: PlaybackMachine.Run { machine.item.run }
    var position: MediaTime { machine.item.clock.position(at: clock.now) }
    /// Whether the clock is stopped.
    var isStanding: Bool { !machine.item.clock.isRunning }

    // MARK: inputs

    /// A message of the thread to the machine.
    enum Said {
        case command(PlaybackCommand)
        case worker(WorkerEvent)
        /// The queues and the sound output in a round of the thread; `sound` is `nil` if the output reports nothing.
        case round(Queues, sound: AudioClockReading.State?)
        /// The state of the network of the item's source.
        case network(NetworkStatus.State, isUnencrypted: Bool = false)
        /// The computer has a network again.
        case networkCame

        static func round(_ queues: Queues) -> Said { .round(queues, sound: nil) }
        static var round: Said { .round(.flowing, sound: nil) }
    }

    /// - Returns: The actions that result.
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

    /// Lets time pass until playback has reached the position, without any message to the machine.
    mutating func at(_ position: MediaTime) {
        precondition(!isStanding, "nothing moves")
        clock.advance(by: machine.item.clock.reading(at: clock.now).hostTime(of: position) - clock.now)
    }

    // MARK: sequences

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

    /// Delivers the first picture and sound of the request under way.
    ///
    /// - Parameter picture: The picture's time, or `nil` if it is where the packets begin.
    @discardableResult
    mutating func answerRequest(at position: MediaTime? = nil, picture: MediaTime? = nil) -> [PlaybackAction] {
        guard let preroll = run.preroll else { return [] }
        let before = done.count
        let start = position ?? preroll.target
        when(.worker(.started(preroll.generation, start)))
        finishPreroll(Queues.flowing.reading(sound: nil), picture: picture ?? start)
        return Array(done[before...])
    }

    /// Sets up, opens and plays an item.
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

    /// Plays a film until it has reached this position.
    mutating func play(_ film: Film = Film(), to place: MediaTime) {
        play(film)
        at(place)
    }

    /// Reports the position of the sound output.
    mutating func hear(_ state: AudioClockReading.State, at position: MediaTime) {
        let reading = sound(state, at: position)
        tell { $0.updateClock(reading) }
    }

    /// Runs one round in the thread's order.
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
        tell { $0.followLine(reading.fill) }
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

    // MARK: results

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

    /// Returns an input that is never opened; the test decides how opening ends.
    static func input(_ name: String = "film") -> SessionInput {
        SessionInput(name: name) { _ throws(ByteSourceError) in
            throw ByteSourceError(.notFound, operation: "open", context: name)
        }
    }

    /// Returns an error of opening or reading with this code.
    static func failure(_ code: ByteSourceError.Code) -> MediaError {
        MediaError(.source(ByteSourceError(code, operation: "read", context: "film")), operation: "read")
    }
}
