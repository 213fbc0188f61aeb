import Media
import MediaSources
import PlayCore
import PlaybackModel

struct PreloadItem: Sendable {
    let input: SessionInput
    let options: SessionOptions
}

/// An item that opens and reads ahead while another one plays, up to its first decoded pictures. Its sound stays in
/// packets, because its output opens only when the item plays. Owned by the `playback` thread.
final class StandbyItem {
    /// The start buffer of an item that may never play.
    static let startBuffer = MediaTime.seconds(1)

    let input: SessionInput
    let options: SessionOptions
    let pipeline: ItemPipeline
    /// The item's events so far, for the session that adopts it.
    private(set) var events: [WorkerEvent] = []
    private(set) var request: DemuxRequest?
    private(set) var hasFailed = false

    init(_ item: PreloadItem, pipeline: ItemPipeline) {
        input = item.input
        options = item.options
        self.pipeline = pipeline
        pipeline.packets.setTarget(Self.startBuffer)
    }

    /// Handles the threads' reports. Starts reading once the item is open.
    func prepare(withPicture: Bool, newGeneration: () -> Generation) {
        for event in pipeline.events.receive() {
            events.append(event)
            switch event {
            case .opened(let opened): begin(opened, newGeneration(), withPicture: withPicture)
            case .openFailed: hasFailed = true
            // Playback does not wait for it yet.
            case .network(let source): source.setAwaited(false)
            default: break
            }
        }
    }

    private func begin(_ opened: OpenedItem, _ generation: Generation, withPicture: Bool) {
        let selector = TrackSelector(tracks: opened.tracks)
        let regions = opened.regions(by: options.regionRules, adverts: opened.stream?.status.adverts ?? [])
        let first = FirstRequest(
            opened.start(by: options), opened, chapters: opened.chapters(by: options.regionRules), regions)
        let video = withPicture || !opened.canSeek ? opened.firstVideo(options).track : nil
        if let video { opened.stream?.selectAngle(video) }
        if let stream = opened.stream, let index = options.definition?.index(in: stream.status) {
            stream.selectDefinition(index)
        }
        let request = DemuxRequest(
            generation: generation, target: first.target, mode: first.mode, floor: nil,
            videoTrack: opened.packetTrack(of: video),
            audioTrack: selector.audio(options).track, readsOnce: opened.readsOnce)
        self.request = request
        pipeline.submit(request)
    }
}
