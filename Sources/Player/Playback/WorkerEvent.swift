import Localization
import Media
import MediaSources
import PlayCore
import PlaybackModel

/// What opening an item found out.
struct OpenedItem: Sendable {
    var tracks: [TrackInfo]
    let chapters: [Chapter]
    var duration: MediaTime?
    /// See ``PacketSource/promisedLength``.
    var promisedLength: MediaTime?
    /// See ``PacketSource/isDurationGuessed``.
    var isDurationGuessed = false
    let tags: MediaTags
    let format: MediaFormat?
    let canSeek: Bool
    let isStillImage: Bool
    /// Bytes of the file, where it is one of known size.
    var byteCount: Int64?
    /// Cover art, decoded.
    let cover: VideoFrame?
    /// Where it begins unless it is asked to begin elsewhere.
    var naturalStart = MediaTime.zero
    var stream: (any StreamHandle)?
    /// See ``PacketSource/isBroadcast``.
    var isBroadcast = false
    /// Whether it has become longer since it was opened.
    var isGrowing = false
    /// Of its parts.
    var marks = RegionSource.Found()
    /// Sounds of its own files that could not be opened.
    var lostSounds: [LostSound] = []
}

/// What happened on the worker threads since the `playback` thread looked last.
enum WorkerEvent: Sendable {
    /// The bytes come over a network; before anything of them is read.
    case network(any NetworkLink)
    case opened(OpenedItem)
    case openFailed(MediaError)
    /// Packets of this generation begin at this position.
    case started(Generation, MediaTime)
    case seekRefused(Generation)
    /// What the sought place looks like, before anything of it was read.
    case scrubbed(Generation, VideoFrame)
    /// Reading stopped before the end.
    case readFailed(MediaError)
    case videoDecoder(name: String)
    case audioDecoder(name: String)
    case hardwareFallback(device: String, reason: String)
    case trackFailed(TrackKind, codec: String, MediaError)
    /// The decoder refused a packet for the first time.
    case damaged(TrackKind)
    /// The sound passes as it is.
    case soundFilterFailed(reason: String)
    /// A picture for the item, from outside its container.
    case cover(VideoFrame)
    /// The tracks are the same, but what they hold has changed.
    case changed([TrackInfo])
    /// The parts that the item's containers mark as adverts: all that are known by now.
    case adverts([RegionMark])
    /// The item grows while it plays, and is so long by now.
    case grown(MediaTime)
    /// The length of an item whose container allowed a guess only.
    case counted(MediaTime)
    /// A sound came to the item, or left it: these are its tracks now. `wanted`: the one to play; nil: it waits to be
    /// chosen.
    case sounds([TrackInfo], wanted: Int?)
    case soundLost(LostSound)
}

/// A sound in a file of its own that cannot be played, or not any further.
struct LostSound: Sendable, Equatable {
    let name: String
    let reason: String

    init(_ file: ExternalTrack, _ error: MediaError) {
        name = file.name
        reason = PlayError(error, item: file.name).reason
    }
}

/// What becomes of an item's sounds.
enum SoundChange: Sendable {
    case add(OpenedSound, isWanted: Bool)
    /// The file of this track.
    case remove(track: Int)
}

/// A file of sound that one thread has opened for another one.
final class OpenedSound: @unchecked Sendable {
    // Sendable: the thread that opens it hands it over and keeps nothing of it.
    let source: any PacketSource
    let sound: ExternalSound

    init(_ source: any PacketSource, _ sound: ExternalSound) {
        self.source = source
        self.sound = sound
    }
}

/// A list of events with the doorbell of its reader. Any thread posts, the `playback` thread receives.
final class EventBox: Sendable {
    private let events = Monitor<[WorkerEvent]>([])
    private let doorbell: Doorbell

    init(doorbell: Doorbell) { self.doorbell = doorbell }

    func post(_ event: WorkerEvent) {
        events.withLock { $0.append(event) }
        doorbell.ring()
    }

    /// There is something new elsewhere.
    func ring() { doorbell.ring() }

    func receive() -> [WorkerEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
