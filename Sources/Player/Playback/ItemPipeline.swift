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
    private(set) var sound: ItemSound?
    private let cancel = CancelToken()
    /// Ends the opening of sound files that are added later. A seek must not end it.
    private let soundCancel = CancelToken()
    private let demux: DemuxWorker
    private let doorbell: Doorbell
    private var threads: [WorkerThread] = []
    /// Threads that read external data, which may block forever.
    private var readers: [WorkerThread] = []

    init(input: SessionInput, options: SessionOptions, rate: PlaybackRate, doorbell: Doorbell) {
        self.doorbell = doorbell
        events = EventBox(doorbell: doorbell)
        frames = FrameQueue(doorbell: doorbell)
        audioState = AudioWorkerState(
            rate: rate, delay: options.audioDelay, silence: options.passesSilence ? options.silence : nil)
        // Set before the decoders take anything: a seek back would read packets dropped earlier again.
        packets.setKept(options.keptBytes)
        demux = DemuxWorker(
            input: input, cancel: cancel, queue: packets, events: events, subtitles: subtitles,
            resumesLive: options.resumesLive)
        let video = VideoWorker(
            packets: packets, frames: frames, events: events, hints: hints, hardware: options.hardware)
        readers.append(WorkerThread(name: "demux") { [demux] in demux.run() })
        threads.append(WorkerThread(name: "video-dec") { video.run() })
    }

    var sink: (any AudioSink)? { sound?.sink }

    /// Call once per item.
    func attach(_ sound: ItemSound) {
        precondition(self.sound == nil)
        self.sound = sound
        let sink = sound.sink
        let worker = AudioWorker(
            packets: packets, sink: sink, events: events, state: audioState, doorbell: doorbell)
        threads.append(WorkerThread(name: "audio-dec") { worker.run() })
    }

    /// Decodes the first usable source on the thread `cover`. Posts ``WorkerEvent/cover(_:)`` if there is one.
    func loadCover(_ sources: [CoverSource]) {
        guard !sources.isEmpty else { return }
        let (events, cancel) = (events, cancel)
        readers.append(
            WorkerThread(name: "cover") {
                if let frame = CoverSource.firstPicture(of: sources, cancel: cancel) { events.post(.cover(frame)) }
            })
    }

    /// Opens a sound file on the thread `sound-file`. Posts ``WorkerEvent/sounds(_:wanted:)`` or an error event.
    func add(_ sound: ExternalSound, isWanted: Bool) {
        readers.append(
            WorkerThread(name: "sound-file") { [demux, packets, events, soundCancel] in
                do throws(MediaError) {
                    packets.change(.add(try demux.open(sound, cancel: soundCancel), isWanted: isWanted))
                } catch {
                    if error.code != .cancelled { events.post(.soundLost(LostSound(sound.file, error))) }
                }
            })
    }

    /// Drops all older generations and continues elsewhere: in the held packets if possible, else by a `demux` seek.
    func submit(_ request: DemuxRequest) {
        frames.flush(to: request.generation)
        sink?.flush(to: request.generation)
        if let position = packets.submit(request, mayReplay: subtitles.holdsPictures(of: request)) {
            return events.post(.started(request.generation, position))
        }
        if request.readsOnce { return }
        // After the submission, so that the thread finds the request when its wait ends.
        cancel.interrupt(request.generation.number)
    }

    /// Ends all threads and frees everything except the sound output, for the next item. Waits for threads, unless a
    /// drive does not respond.
    ///
    /// - Parameter keepsConnection: whether the source stays open, unread, until ``close()``.
    func leave(keepsConnection: Bool) -> ItemSound? {
        // First, so that the device plays its buffered sound meanwhile.
        sink?.leaveItem()
        if !keepsConnection { endReading() }
        endThreads()
        if !keepsConnection { leaveReaders() }
        sink?.beginItem()
        defer { sound = nil }
        return sound
    }

    func close() {
        sink?.close()
        endReading()
        endThreads()
        leaveReaders()
    }

    private func endReading() {
        cancel.cancel()
        soundCancel.cancel()
    }

    private func endThreads() {
        packets.close()
        frames.close()
        for thread in threads { thread.join() }
        threads = []
    }

    private func leaveReaders() {
        for thread in readers { thread.leave() }
        readers = []
    }
}

struct ItemSound {
    let sink: any AudioSink
    let format: AudioFormat

    /// Returns whether another item can use the output. Without a device, a new output may find one.
    func suits(_ format: AudioFormat, isGuest: Bool) -> Bool {
        guard case .open = sink.status.device else { return false }
        return isGuest || format == self.format
    }
}
