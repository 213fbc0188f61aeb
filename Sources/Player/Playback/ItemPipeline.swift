import Media
import MediaSources
import PlayCore

/// The threads and queues of one open item. Owned by the `playback` thread.
///
///     demux ─packets→ video-dec ─frames→ (playback → picture)
///                └──→ audio-dec ─PCM──→ sink
final class ItemPipeline {
    let packets = PacketQueue()
    let frames: FrameQueue
    let events: EventBox
    let hints = VideoWorkerHints()
    let audioState: AudioWorkerState
    let subtitles = SubtitleBoard()
    private(set) var sink: (any AudioSink)?
    private let cancel = CancelToken()
    private let doorbell: Doorbell
    private var threads: [WorkerThread] = []

    init(input: SessionInput, options: SessionOptions, rate: PlaybackRate, doorbell: Doorbell) {
        self.doorbell = doorbell
        events = EventBox(doorbell: doorbell)
        frames = FrameQueue(doorbell: doorbell)
        audioState = AudioWorkerState(
            rate: rate, delay: options.audioDelay, silence: options.passesSilence ? options.silence : nil)
        // Before the decoders take anything: the first round that knows whether this is a network may come later, and
        // what was dropped by then would be read again at the first jump back.
        packets.setKept(options.keptBytes)
        let demux = DemuxWorker(input: input, cancel: cancel, queue: packets, events: events, subtitles: subtitles)
        let video = VideoWorker(
            packets: packets, frames: frames, events: events, hints: hints, hardware: options.hardware)
        threads.append(WorkerThread(name: "demux") { demux.run() })
        threads.append(WorkerThread(name: "video-dec") { video.run() })
    }

    /// Starts the sound; once an item.
    func attach(_ sink: any AudioSink) {
        precondition(self.sink == nil)
        self.sink = sink
        let worker = AudioWorker(
            packets: packets, sink: sink, events: events, state: audioState, doorbell: doorbell)
        threads.append(WorkerThread(name: "audio-dec") { worker.run() })
    }

    /// Decodes the first of these that can be, on the thread `cover`; ``WorkerEvent/cover(_:)`` follows if there is one.
    func loadCover(_ sources: [CoverSource]) {
        guard !sources.isEmpty else { return }
        let (events, cancel) = (events, cancel)
        threads.append(
            WorkerThread(name: "cover") {
                if let frame = CoverSource.firstPicture(of: sources, cancel: cancel) { events.post(.cover(frame)) }
            })
    }

    /// Drops everything of older generations and goes on elsewhere: in the packets that are held, else the `demux`
    /// thread does.
    func submit(_ request: DemuxRequest) {
        frames.flush(to: request.generation)
        sink?.flush(to: request.generation)
        if let position = packets.submit(request, mayReplay: subtitles.holdsPictures(of: request)) {
            return events.post(.started(request.generation, position))
        }
        // Behind it, so that the thread finds the request when it looks why its wait ended.
        cancel.interrupt(request.generation.number)
    }

    /// Ends all threads and frees everything; waits for them.
    func close() {
        cancel.cancel()
        packets.close()
        frames.close()
        sink?.close()
        for thread in threads { thread.join() }
        threads = []
    }
}
