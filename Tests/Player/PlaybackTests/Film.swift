import Media
import MediaSources
import PlayCore
import PlaybackModel

@testable import Playback

/// An item as the `demux` thread opens it; by default a hundred seconds of picture and sound.
struct Film {
    static let video = picture(0, height: 72)
    static let sound = TrackInfo(
        id: 1, kind: .audio(sampleRate: 48_000, channelCount: 2), codec: "aac", language: nil, title: nil,
        isDefault: true, isDecodable: true)

    static let silent = Film(tracks: [video])
    static let soundOnly = Film(tracks: [sound])
    /// An input of which nothing can be read twice.
    static let pipe = Film(canSeek: false)
    static let remote = Film(isOverNetwork: true)

    var tracks = [Film.video, Film.sound]
    var duration: MediaTime? = .seconds(100)
    var isDurationGuessed = false
    var canSeek = true
    var chapters: [Chapter] = []
    var tags = MediaTags()
    var format: MediaFormat?
    var isStillImage = false
    var cover: VideoFrame?
    var naturalStart = MediaTime.zero
    var stream: (any StreamHandle)?
    var isOverNetwork = false
    var isBroadcast = false
    var marks: [RegionMark] = []
    var marksProblem: String?

    var openedItem: OpenedItem {
        var found = RegionSource.Found()
        (found.marks, found.problem) = (marks, marksProblem)
        return OpenedItem(
            tracks: tracks, chapters: chapters, duration: duration,
            promisedLength: isDurationGuessed ? nil : duration, isDurationGuessed: isDurationGuessed, tags: tags,
            format: format, canSeek: canSeek,
            isStillImage: isStillImage, cover: cover, naturalStart: naturalStart, stream: stream,
            isBroadcast: isBroadcast, marks: found)
    }

    static func picture(_ id: Int, height: Int, codec: String = "h264", isDecodable: Bool = true) -> TrackInfo {
        TrackInfo(
            id: id, kind: .video(width: height * 16 / 9, height: height, framesPerSecond: 25), codec: codec,
            language: nil, title: nil, isDefault: id == 0, isDecodable: isDecodable)
    }
}

/// The network of an item, which never reports anything.
final class QuietLink: NetworkLink {
    let network = NetworkStatus()
    func setAwaited(_ isAwaited: Bool) {}
    func reload() {}
    func hurry() {}
}

/// The queues of an item, as the `playback` thread sees them in one round.
struct Queues {
    /// Queues that hold enough of everything.
    static let flowing = Queues()
    /// Queues that are played out while more may follow.
    static let dry = Queues(canResume: false, isEmpty: true)
    /// Queues that are played out at the end of the input.
    static let playedOut = Queues(ended: true, isEmpty: true)

    var ended = false
    var isFull = false
    var canStart = true
    var canResume = true
    var isEmpty = false
    var hasDecodedSound = true
    /// Queues at the end of an input of which nothing could be decoded.
    static let barren = Queues(ended: true, isEmpty: true, hasDecodedSound: false)

    /// The end of the data read ahead.
    var end: MediaTime?
    /// The range held of an input that can be read only once.
    var held: MediaRange?
    var holes: [MediaRange] = []

    var fill: PacketQueue.Fill {
        PacketQueue.Fill(
            inputEnded: ended, isFull: isFull, bytes: 0, keptBytes: 0, canResume: canResume, canStart: canStart,
            isEmpty: [isEmpty, isEmpty], end: end, held: held, holes: holes)
    }

    func reading(sound: AudioClockReading?) -> PipelineReading {
        PipelineReading(
            fill: fill, hasNoFrames: isEmpty, framesEnded: ended, isSoundPrimed: true, hasDecodedSound: hasDecodedSound,
            sound: sound)
    }
}

extension [PlaybackAction] {
    var requests: [DemuxRequest] {
        compactMap { if case .submit(let request) = $0 { request } else { nil } }
    }

    var inputs: [SessionInput] {
        compactMap { if case .open(let input, _) = $0 { input } else { nil } }
    }

    /// For each pipeline that is opened, whether a live item continues in it.
    var resumesLive: [Bool] {
        compactMap { if case .open(_, let options) = $0 { options.resumesLive } else { nil } }
    }

    var rates: [PlaybackRate] {
        compactMap { if case .setRate(let rate) = $0 { rate } else { nil } }
    }

    /// The names of the candidate pictures of each cover request, in order of preference.
    var covers: [[String]] {
        compactMap { if case .loadCover(let sources) = $0 { sources.map(\.name) } else { nil } }
    }

    var opened: Int { inputs.count }
    var closesAhead: Bool { contains { if case .closeAhead = $0 { true } else { false } } }
    /// For each pipeline that is opened while the rest of the item plays, whether a live item continues in it.
    var openedAhead: [Bool] {
        compactMap { if case .openAhead(_, let options) = $0 { options.resumesLive } else { nil } }
    }
    var closed: Int { count { if case .close = $0 { true } else { false } } }
    /// For each pipeline that is closed, whether its connection stays open.
    var keptConnections: [Bool] {
        compactMap { if case .close(let keepsConnection) = $0 { keepsConnection } else { nil } }
    }
    var opensSound: Bool { contains { if case .openSound = $0 { true } else { false } } }
    var pausesSound: Bool { contains { if case .pauseSound = $0 { true } else { false } } }
    var playsSound: Bool { contains { if case .playSound = $0 { true } else { false } } }
    var reloadsNetwork: Bool { contains { if case .reloadNetwork = $0 { true } else { false } } }
    /// The starts and stops of the probes of the line to the server.
    var probesLine: [Bool] { compactMap { if case .probeLine(_, let isActive) = $0 { isActive } else { nil } } }
    var watchesNetwork: Bool { contains { if case .watchNetwork = $0 { true } else { false } } }
    var clearsPicture: Bool { contains { if case .clearPicture = $0 { true } else { false } } }
    var refreshesPicture: Bool { contains { if case .refreshPicture = $0 { true } else { false } } }
    var flushesFrames: Bool { contains { if case .flushFrames = $0 { true } else { false } } }
    var comesBack: Bool { contains { if case .runAgainAtOnce = $0 { true } else { false } } }
    var showsCover: Bool { contains { if case .showCover = $0 { true } else { false } } }

    /// The lanes whose packets are discarded from now on.
    var switchedOff: [Lane] {
        compactMap { if case .switchOff(let lane) = $0 { lane } else { nil } }
    }

    /// The amounts needed to start playing and to end a stall.
    var thresholds: [[MediaTime]] {
        compactMap { if case .setThresholds(let wanted) = $0 { [wanted.start, wanted.resume] } else { nil } }
    }
}
