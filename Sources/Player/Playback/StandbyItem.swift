import Adaptation
import Media
import MediaSources
import PlayCore
import PlaybackModel

/// ARCH-14: something to open before its turn comes.
struct PreloadItem: Sendable {
    let input: SessionInput
    let options: SessionOptions
}

/// ADV-12: an item that is open and read ahead while another one plays, down to its first decoded pictures.
///
/// Its sound waits as packets: the output is opened when the item's turn has come. Owned by the `playback` thread.
final class StandbyItem {
    /// The start buffer of an item that may never play.
    static let startBuffer = MediaTime.seconds(1)

    let input: SessionInput
    let options: SessionOptions
    let pipeline: ItemPipeline
    /// What it has reported, for the session that takes it over.
    private(set) var events: [WorkerEvent] = []
    private(set) var request: DemuxRequest?

    init(_ item: PreloadItem, pipeline: ItemPipeline) {
        input = item.input
        options = item.options
        self.pipeline = pipeline
        pipeline.packets.setTarget(Self.startBuffer)
    }

    /// Takes what the threads report, and has them read once the item is open.
    /// - Parameter withPicture: false: nobody would see it (ARCH-32).
    func prepare(withPicture: Bool, newGeneration: () -> Generation) {
        for event in pipeline.events.take() {
            events.append(event)
            switch event {
            case .opened(let facts): begin(facts, newGeneration(), withPicture: withPicture)
            // Nobody waits for it yet.
            case .network(let source): source.setAwaited(false)
            default: break
            }
        }
    }

    private func begin(_ facts: ItemFacts, _ generation: Generation, withPicture: Bool) {
        let selector = TrackSelector(tracks: facts.tracks)
        let first = FirstRequest(options.start, facts)
        let request = DemuxRequest(
            generation: generation, target: first.target, mode: first.mode, floor: nil,
            videoTrack: withPicture || !facts.canSeek ? selector.video(options).track : nil,
            audioTrack: selector.audio(options.audioTrack).track)
        self.request = request
        pipeline.submit(request)
    }
}

extension SessionLoop {
    /// Opens what is wanted and not open yet; closes what is no longer wanted.
    func preload(_ items: [PreloadItem]) {
        let wanted = Set(items.map(\.input.serial))
        for standby in standbys where !wanted.contains(standby.input.serial) { standby.pipeline.close() }
        standbys.removeAll { !wanted.contains($0.input.serial) }
        unopened = items.filter { item in !standbys.contains { $0.input.serial == item.input.serial } }
        openStandbys()
    }

    /// ADV-63, ADV-64: what waits is opened once what plays is open and has enough.
    func openStandbys() {
        guard !unopened.isEmpty, admitsPreload else { return }
        for item in unopened where item.input.serial != input?.serial {
            standbys.append(StandbyItem(item, pipeline: openPipeline(item.input, item.options)))
        }
        unopened = []
    }

    private var admitsPreload: Bool {
        guard let pipeline, state.status != .failed else { return true }
        guard facts != nil else { return false }
        guard network != nil else { return true }
        guard preroll == nil else { return !options.balancesNetwork }
        let fill = pipeline.packets.fill
        let position = clock.position(at: now)
        return options.networkBuffer.admitsPreload(
            buffered: (fill.end ?? position) - position, isLoadedToEnd: fill.inputEnded || fill.isFull,
            isBalanced: options.balancesNetwork)
    }

    func prepareStandbys() {
        for standby in standbys { standby.prepare(withPicture: isPictureAttached, newGeneration: newGeneration) }
    }

    func takeStandby(of input: SessionInput) -> StandbyItem? {
        guard let index = standbys.firstIndex(where: { $0.input.serial == input.serial }) else { return nil }
        return standbys.remove(at: index)
    }

    /// The item that was prepared becomes the one that plays: what it reported before is handled now.
    func takeOver(_ standby: StandbyItem) {
        standby.prepare(withPicture: isPictureAttached, newGeneration: newGeneration)
        let pipeline = standby.pipeline
        pipeline.audioState.rate = snapshot.rate
        pipeline.audioState.delay = snapshot.audioDelay
        pipeline.packets.setTarget(LoadControl().targetDuration)
        self.pipeline = pipeline
        prepared = standby.request
        for event in standby.events { handle(event) }
    }
}
