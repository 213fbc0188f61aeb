package import Media
package import PlayCore

/// Where the `demux` thread gets packets from: one container (``Media/Demuxer``), or a stream of segments that is put
/// together from several.
///
/// Made, used and freed on that thread. All times are on the item's media axis.
package protocol PacketSource: AnyObject {
    var tracks: [TrackInfo] { get }
    var chapters: [Chapter] { get }
    /// Nil when unknown, and while an item is live.
    var duration: MediaTime? { get }
    /// How long it must be for its end to be believed; nil: it makes no promise, or ``duration`` is a guess.
    var promisedLength: MediaTime? { get }
    /// Whether ``duration`` is a guess by the size and the first rate.
    var isDurationGuessed: Bool { get }
    /// Whether ``duration`` is a guess, and reading the whole file, which is on this machine, gives the real one.
    var countsLength: Bool { get }
    /// Whether it is a file that is still being written, of which ``duration`` follows the end.
    var isGrowing: Bool { get }
    /// How far before a place it may be read at no cost, for subtitles that began there and are still on show; zero: it
    /// costs.
    var subtitlePreroll: MediaTime { get }
    var tags: MediaTags { get }
    /// Nil when it is none of the known ones.
    var format: MediaFormat? { get }
    /// Whether ``seek(to:direction:)`` can work at all.
    var canSeek: Bool { get }
    var isStillImage: Bool { get }
    /// Of the file that it reads; `nil` where that is no file of known size.
    var byteCount: Int64? { get }
    /// Where an item begins that is not asked to begin elsewhere: the start, or near the edge of what is live.
    var naturalStart: MediaTime { get }
    /// What a segmented stream tells and is told; nil for a single container.
    var stream: (any StreamHandle)? { get }

    /// The network that it is fetched over; nil: none, or told otherwise.
    var network: (any NetworkLink)? { get }

    /// Whether it has neither a length nor a way back, so that after a failure it resumes at its edge.
    var isBroadcast: Bool { get }

    /// Packets of the named tracks come out of ``read()``, all others are skipped.
    func select(_ wanted: Set<Int>)
    /// What comes next; nil at the end. May wait for bytes: the item's token ends that.
    func read() throws(MediaError) -> SourceItem?
    /// Jumps so that the next packets begin with a key frame near `target`; false when that cannot be done.
    func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool
    /// Where playing is live now, on the newest list; `nil` where the source has none. May wait for bytes.
    func livePosition() -> MediaTime?
    /// Jumps to a share (0 … 1) of the bytes, for containers without a duration.
    func seek(toShare share: Double) -> Bool
    /// What a place looks like, where that can be had much sooner than its packets; nil: it cannot. Reading is where it
    /// was. May wait for bytes.
    func scrubPicture(at target: MediaTime) -> VideoFrame?
    /// What a place looks like, for somebody who looks at it without going there. May wait for bytes.
    func previewPicture(at target: MediaTime) -> PreviewPicture?
    /// Parts that its containers mark as adverts, as far as they have been read; a stream tells of them by its handle.
    var adverts: [RegionMark] { get }
    /// What its manifest calls the captions inside the pictures.
    var captionNames: [CaptionName] { get }
    func parameters(of track: Int) -> CodecParameters?
    func rotation(of track: Int) -> Rotation
    /// Of a track of text whose texts come as ``SourceItem/text(_:)``; nil: it has packets.
    func textForm(of track: Int) -> SubtitleTextForm?
    /// What the chosen texts say of the time that was read already: for a choice that comes while nothing is read.
    func missedTexts() -> [SubtitleText]
    /// The picture embedded as cover art in `track`.
    func coverPacket(of track: Int) -> Packet?

    /// What comes in is too much for the line: a smaller definition is to take its place at once, if it still can.
    var wantsSwitch: Bool { get }
    /// Where a chosen definition could begin, earliest first: key frames that can be fetched before playing comes to
    /// them. Empty when nothing is to be switched.
    func switchEdges() -> [MediaTime]
    /// The tracks that ``switchOver(at:)`` changes.
    var switchedTracks: Set<Int> { get }
    /// From `edge` on ``read()`` gives the chosen definition; also when it has given packets from there on before.
    func switchOver(at edge: MediaTime)
}

extension PacketSource {
    package var promisedLength: MediaTime? { duration }
    package var isGrowing: Bool { false }
    package var isDurationGuessed: Bool { false }
    package var countsLength: Bool { false }
    package var byteCount: Int64? { nil }
    package var subtitlePreroll: MediaTime { .zero }
    package var network: (any NetworkLink)? { nil }
    package var isBroadcast: Bool { false }
    package var wantsSwitch: Bool { false }
    package func livePosition() -> MediaTime? { nil }
    package func scrubPicture(at target: MediaTime) -> VideoFrame? { nil }
    package func previewPicture(at target: MediaTime) -> PreviewPicture? { nil }
    package func textForm(of track: Int) -> SubtitleTextForm? { nil }
    package func missedTexts() -> [SubtitleText] { [] }
    package var adverts: [RegionMark] { [] }
    package var captionNames: [CaptionName] { [] }
}

/// What a source gives.
package enum SourceItem: Sendable {
    case packet(Packet)
    /// Of a track whose ``PacketSource/textForm(of:)`` is known; in no order with the packets.
    case text(SubtitleText)
    /// From the next packet of this track on its parameters are others; the times go on.
    case change(track: Int)
}

/// An item whose bytes are open.
package enum OpenedMedia {
    /// One container, which is looked into.
    case bytes(any ByteSource)
    case packets(any PacketSource)
    /// Bytes that are looked at to know which of the two it is: whoever has to answer for them is told before.
    case unknown(any ByteSource, look: () throws(MediaError) -> OpenedMedia)
    /// A picture without sound, and the sound that belongs to it.
    indirect case paired(OpenedMedia, sound: OpenedMedia)
    /// Nothing to open here: what it is was told to whoever planned the item, and plans it anew. It stays loading.
    case elsewhere
}

extension SessionInput {
    /// Looks into what it opens: a stream of segments is known by its content.
    package typealias MediaOpener = @Sendable (CancelToken) throws(MediaError) -> OpenedMedia
}
