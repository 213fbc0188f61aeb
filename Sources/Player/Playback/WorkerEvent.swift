import Media
import MediaSources
import PlayCore
import PlaybackModel

struct OpenedItem: Sendable {
    var tracks: [TrackInfo]
    let chapters: [Chapter]
    var duration: MediaTime?
    var promisedLength: MediaTime?
    var isDurationGuessed = false
    let tags: MediaTags
    let format: MediaFormat?
    let canSeek: Bool
    let isStillImage: Bool
    var byteCount: Int64?
    let cover: VideoFrame?
    var naturalStart = MediaTime.zero
    var stream: (any StreamHandle)?
    var isBroadcast = false
    var isGrowing = false
    var marks = RegionSource.Found()
    var lostSounds: [LostSound] = []

    /// Whether the input is a pipe, a server without ranges or similar. Excludes a still picture.
    var readsOnce: Bool { !canSeek && !isStillImage }
}

enum WorkerEvent: Sendable {
    /// The bytes come over a network. Posted before any is read.
    case network(any NetworkLink)
    case opened(OpenedItem)
    case openFailed(MediaError)
    case started(Generation, MediaTime)
    case seekRefused(Generation)
    /// A picture of a seek's target, before its packets are read.
    case scrubbed(Generation, VideoFrame)
    case readFailed(MediaError)
    case videoDecoder(name: String)
    case audioDecoder(name: String)
    case hardwareFallback(device: String, reason: String)
    case trackFailed(TrackKind, codec: String, MediaError)
    /// The decoder refused a packet for the first time.
    case damaged(TrackKind)
    case soundFilterFailed(reason: String)
    /// The cover is not from the item's container.
    case cover(VideoFrame)
    case changed([TrackInfo])
    /// All parts that the item's containers mark as adverts so far.
    case adverts([RegionMark])
    case grown(MediaTime)
    /// The measured length, in place of a container's estimate.
    case counted(MediaTime)
    /// The tracks after adding or removing a sound. `wanted` is the one to play, or `nil` for no change.
    case sounds([TrackInfo], wanted: Int?)
    case soundLost(LostSound)

    var endsOpening: Bool {
        switch self {
        case .opened, .openFailed: true
        default: false
        }
    }
}

/// A separate sound file that cannot be played, or cannot be read further.
struct LostSound: Sendable, Equatable {
    let name: String
    let reason: String

    init(_ file: ExternalTrack, _ error: MediaError) {
        name = file.name
        reason = PlayError(error, item: file.name).reason
    }
}

enum SoundChange: Sendable {
    case add(OpenedSound, isWanted: Bool)
    case remove(track: Int)
}

/// A sound file that one thread opens for another.
final class OpenedSound: @unchecked Sendable {
    // Sendable: the thread that opens it keeps no reference.
    let source: any PacketSource
    let sound: ExternalSound

    init(_ source: any PacketSource, _ sound: ExternalSound) {
        self.source = source
        self.sound = sound
    }
}

/// The events for a reader, with its doorbell. Any thread posts, the `playback` thread receives.
final class EventBox: Sendable {
    private let events = Monitor<[WorkerEvent]>([])
    private let doorbell: Doorbell

    init(doorbell: Doorbell) { self.doorbell = doorbell }

    func post(_ event: WorkerEvent) {
        events.withLock { $0.append(event) }
        doorbell.ring()
    }

    /// Wakes the reader for news that another object holds.
    func ring() { doorbell.ring() }

    func receive() -> [WorkerEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
