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
    /// Whether the item has grown since it was opened.
    var isGrowing = false
    var marks = RegionSource.Found()
    var lostSounds: [LostSound] = []
}

/// An event on the worker threads, for the `playback` thread.
enum WorkerEvent: Sendable {
    /// The bytes come over a network; reported before any of them is read.
    case network(any NetworkLink)
    case opened(OpenedItem)
    case openFailed(MediaError)
    /// Packets of this generation start at this position.
    case started(Generation, MediaTime)
    case seekRefused(Generation)
    /// A picture of the sought place, before any packets of it were read.
    case scrubbed(Generation, VideoFrame)
    case readFailed(MediaError)
    case videoDecoder(name: String)
    case audioDecoder(name: String)
    case hardwareFallback(device: String, reason: String)
    case trackFailed(TrackKind, codec: String, MediaError)
    /// The decoder refused a packet for the first time.
    case damaged(TrackKind)
    /// A sound filter failed; the sound passes unfiltered.
    case soundFilterFailed(reason: String)
    /// A picture for the item, from outside its container.
    case cover(VideoFrame)
    /// The tracks are the same, but their contents have changed.
    case changed([TrackInfo])
    /// All parts known so far that the item's containers mark as adverts.
    case adverts([RegionMark])
    /// The item grows while it plays, and has reached this length.
    case grown(MediaTime)
    /// The measured length of an item whose container only allowed an estimate.
    case counted(MediaTime)
    /// A sound was added or removed; these are the tracks now. `wanted` is the one to play, or `nil` for no change.
    case sounds([TrackInfo], wanted: Int?)
    case soundLost(LostSound)
}

/// A separate sound file that cannot be played, or not any further.
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
    /// Removes the file of this track.
    case remove(track: Int)
}

/// A sound file that one thread has opened for another.
final class OpenedSound: @unchecked Sendable {
    // Sendable: the thread that opens it hands it over and keeps no reference.
    let source: any PacketSource
    let sound: ExternalSound

    init(_ source: any PacketSource, _ sound: ExternalSound) {
        self.source = source
        self.sound = sound
    }
}

/// The list of events with the doorbell of its reader. Any thread posts, the `playback` thread receives.
final class EventBox: Sendable {
    private let events = Monitor<[WorkerEvent]>([])
    private let doorbell: Doorbell

    init(doorbell: Doorbell) { self.doorbell = doorbell }

    func post(_ event: WorkerEvent) {
        events.withLock { $0.append(event) }
        doorbell.ring()
    }

    /// Wakes the reader, since there is news elsewhere.
    func ring() { doorbell.ring() }

    func receive() -> [WorkerEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
