import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport

@testable import Playback

/// An engine without threads: a ``MachineConversation`` plays, and each ``turn()`` is one of its rounds. Films are
/// found by name at once and play by a clock that only the turns advance.
final class StagedEngine: SessionEngine {
    private(set) var talk = MachineConversation()
    /// The names of the items opened to be played, in order.
    private(set) var opened: [String] = []
    /// The inputs of each preload request that was not empty.
    private(set) var preloads: [[SessionInput]] = []
    /// The inputs of all set-ups, in order.
    private(set) var inputs: [SessionInput] = []
    private(set) var actions: [PlaybackAction] = []
    var shownFrame: VideoFrame?
    var shownPicture: ScaledPicture?
    var shownSubtitle: SubtitlePicture?
    /// The names of items whose server does not answer.
    var hanging: Set<String> = []

    private let inbox = Inbox(doorbell: Doorbell())
    private let board = SnapshotBoard(wakeUp: WakeUp())
    private let find: (_ name: String, _ attempt: Int) -> Film?
    private var toOpen: SessionInput?

    /// - Parameter find: Returns the film, or `nil` if there is none.
    init(find: @escaping (_ name: String, _ attempt: Int) -> Film?) { self.find = find }

    var clock: ManualClock { talk.clock }
    var snapshot: PlaybackSnapshot { board.snapshot }
    var cover: VideoFrame? { board.cover }

    func setUp(_ input: SessionInput, options: SessionOptions) -> Int {
        inputs.append(input)
        let number = board.beginItem(input, options, answered: inbox.lastNumber)
        inbox.put(.setUp(input, options, number))
        return number
    }

    func preload(_ items: [(input: SessionInput, options: SessionOptions)]) {
        if !items.isEmpty { preloads.append(items.map(\.input)) }
    }

    func send(_ command: PlaybackCommand) -> Int { inbox.put(command) }
    func add(_ sound: ExternalSound, isWanted: Bool) { inbox.put(.addSound(sound, isWanted: isWanted)) }
    func setIdle(_ options: SessionOptions) { board.change { $0.copy(CarriedSetting.allCases, from: options) } }
    func changeIdle(_ command: PlaybackCommand) { board.change { $0.set(command) } }
    func takeEvents() -> [TimedEvent] { board.takeEvents() }
    func subtitles(from count: Int) -> SubtitleNews { SubtitleNews(tracks: [], texts: []) }
    func end() { inbox.put(.destroy) }

    func stop() {
        board.endItem(answered: inbox.lastNumber)
        inbox.put(.reset)
    }

    func destroy() {
        end()
        turn()
    }

    /// Runs one round, 20 ms after the last.
    func turn() {
        clock.advance(by: .milliseconds(20))
        for item in inbox.receive() { handle(item) }
        if let input = toOpen, !hanging.contains(input.name) {
            toOpen = nil
            find(input)
        }
        talk.answerRequest()
        playOn()
        carryOut()
        talk.tell { _ in }
        board.post(talk.snapshot, events: talk.takeTimedEvents(), item: talk.machine.itemNumber)
    }

    private func handle(_ item: Inbox.Item) {
        switch item {
        case .setUp(let input, let options, let number): talk.tell { $0.setUp(input, options, number: number) }
        case .command(let command, let number):
            talk.tell {
                $0.perform(command)
                $0.answer(command, number: number)
            }
        case .preload, .addSound: break
        case .reset, .destroy: talk.tell { $0.reset() }
        }
        carryOut()
    }

    private func carryOut() {
        let done = talk.takeDone()
        actions += done
        for action in done {
            switch action {
            case .open(let input, _): toOpen = input
            case .close: toOpen = nil
            case .publishCover(let cover): board.setCover(cover, item: talk.machine.itemNumber)
            default: break
            }
        }
    }

    private func find(_ input: SessionInput) {
        opened.append(input.name)
        if let film = find(input.name, opened.count { $0 == input.name }) {
            talk.open(film)
        } else {
            talk.when(.worker(.openFailed(MachineConversation.failure(.notFound))))
        }
    }

    /// Plays on, with sound for as long as the film lasts.
    private func playOn() {
        guard talk.run.isOpen, let length = talk.run.opened?.duration else { return }
        let isOver = talk.position >= length
        let sound: AudioClockReading.State? = talk.machine.followsSound ? isOver ? .ended : .running : nil
        talk.when(.round(isOver ? .playedOut : .flowing, sound: sound))
    }
}

/// A provider that plans every video with the same breaks.
private final class AdvertisedProvider: SessionProvider {
    private let base: BasicSessionProvider
    private let adverts: any AdvertBreaks

    init(_ base: BasicSessionProvider, _ adverts: any AdvertBreaks) { (self.base, self.adverts) = (base, adverts) }

    func plan(for video: Video) throws(PlayError) -> SessionPlan {
        var plan = try base.plan(for: video)
        plan.adverts = adverts
        return plan
    }
}

/// A ``PlaybackController`` and its ``StagedEngine``.
final class ControllerConversation {
    let engine: StagedEngine
    let controller: PlaybackController

    /// - Parameter films: Returns the film of a name, or `nil` if it cannot be opened. By default ten seconds for any
    ///   name but `missing`.
    init(
        options: ControllerOptions = ControllerOptions(), adverts: (any AdvertBreaks)? = nil,
        films: @escaping (_ name: String, _ attempt: Int) -> Film? = { name, _ in
            name == "missing" ? nil : Film(duration: .seconds(10))
        },
        settings: @escaping (Video) -> SessionOptions = { _ in SessionOptions() }
    ) {
        engine = StagedEngine(find: films)
        let provider = BasicSessionProvider(options: settings) { source in
            source.location == "nowhere" ? nil : MachineConversation.input(source.location)
        }
        controller = PlaybackController(
            engine: engine, provider: adverts.map { AdvertisedProvider(provider, $0) } ?? provider, options: options,
            clock: engine.clock)
    }

    func setVideos(_ names: String...) {
        controller.replaceVideos(Playlist(videos: names.map { Video(location: $0) }), index: 0)
    }

    /// Delivers and turns until `condition` holds. Returns the snapshot, or `nil` if it does not hold within ten
    /// minutes.
    func turn(until condition: (PlaybackSnapshot) -> Bool) -> PlaybackSnapshot? {
        for _ in 0..<30_000 {
            let snapshot = controller.deliver()
            if condition(snapshot) { return snapshot }
            engine.turn()
        }
        return nil
    }
}
