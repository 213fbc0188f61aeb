package import Media
package import PlayCore

/// A source of packets for the `demux` thread: a container (``Media/Demuxer``), or a stream of joined segments.
/// Created, used and freed on that thread. All times are on the item's media axis.
package protocol PacketSource: AnyObject {
    var tracks: [TrackInfo] { get }
    var chapters: [Chapter] { get }
    /// `nil` if unknown, and while an item is live.
    var duration: MediaTime? { get }
    /// The length below which an end is reported as early, or `nil` if ``duration`` is missing or a guess.
    var promisedLength: MediaTime? { get }
    /// Whether ``duration`` is estimated from the size and the first rate.
    var isDurationGuessed: Bool { get }
    /// Whether reading the whole file, which is on this machine, would correct an estimated ``duration``.
    var countsLength: Bool { get }
    /// Whether the file is still being written, so that ``duration`` grows.
    var isGrowing: Bool { get }
    /// How much earlier reading may start at no cost, to find subtitles that are still shown. Zero if that is
    /// expensive.
    var subtitlePreroll: MediaTime { get }
    var tags: MediaTags { get }
    var format: MediaFormat? { get }
    var canSeek: Bool { get }
    var isStillImage: Bool { get }
    /// `nil` if the source is not a file of known size.
    var byteCount: Int64? { get }
    /// The default start of an item: its beginning, or a place near the live edge.
    var naturalStart: MediaTime { get }
    /// The handle of a segmented stream, or `nil` for a single container.
    var stream: (any StreamHandle)? { get }

    /// `nil` if there is none, or another part reports it.
    var network: (any NetworkLink)? { get }

    /// Whether the source is endless and cannot seek back. After a failure it resumes at its edge.
    var isBroadcast: Bool { get }

    /// Selects the tracks whose packets ``read()`` returns; all others are skipped.
    func select(_ wanted: Set<Int>)
    /// Returns the next item, or `nil` at the end. May wait for bytes until the item's token is cancelled.
    func read() throws(MediaError) -> SourceItem?
    /// Seeks so that the next packets begin with a key frame near `target`. Returns whether it succeeded.
    func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool
    /// Returns the live position on the newest list, or `nil` if there is none. May wait for bytes.
    func livePosition() -> MediaTime?
    /// Seeks to a share (0 … 1) of the bytes, for containers without a duration.
    func seek(toShare share: Double) -> Bool
    /// Returns a picture if it comes much sooner than packets, else `nil`. Keeps the position. May wait for bytes.
    func scrubPicture(at target: MediaTime) -> VideoFrame?
    /// Returns a picture for a preview, without a seek. May wait for bytes.
    func previewPicture(at target: MediaTime) -> PreviewPicture?
    /// The ranges that containers read so far mark as adverts. A stream reports its adverts through its handle.
    var adverts: [RegionMark] { get }
    /// A manifest's names of captions inside the pictures.
    var captionNames: [CaptionName] { get }
    func parameters(of track: Int) -> CodecParameters?
    func rotation(of track: Int) -> Rotation
    /// Returns the form of a text track that arrives as ``SourceItem/text(_:)``, or `nil` if it has packets.
    func textForm(of track: Int) -> SubtitleTextForm?
    /// Returns the selected texts of media that is already read, for a selection made while reading pauses.
    func missedTexts() -> [SubtitleText]
    func coverPacket(of track: Int) -> Packet?

    /// Whether a smaller definition should start at once, because the network is too slow for this one.
    var wantsSwitch: Bool { get }
    /// Returns where a chosen definition could start, earliest first: at key frames that arrive before they play.
    func switchEdges() -> [MediaTime]
    var switchedTracks: Set<Int> { get }
    /// Makes ``read()`` return the chosen definition from `edge` on, even if it has returned later packets.
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

package enum SourceItem: Sendable {
    case packet(Packet)
    case text(SubtitleText)
    /// The track's next packet has other parameters. The times continue.
    case change(track: Int)
}

package enum OpenedMedia {
    /// One container, not probed yet.
    case bytes(any ByteSource)
    case packets(any PacketSource)
    /// Bytes that are a container or a stream. Network bytes are reported before `look` probes them.
    case unknown(any ByteSource, look: () throws(MediaError) -> OpenedMedia)
    /// Pictures without sound, and their separate sound.
    indirect case paired(OpenedMedia, sound: OpenedMedia)
    /// The item's planner recognises its kind and must plan it again. The item stays loading.
    case elsewhere
}

extension SessionInput {
    /// Opens an item. Reads the content, which shows whether it is a stream of segments.
    package typealias MediaOpener = @Sendable (CancelToken) throws(MediaError) -> OpenedMedia
}
