package import Media
package import PlayCore

/// A source of packets for the `demux` thread: a container (``Media/Demuxer``), or a stream of joined segments.
/// Created, used and freed on that thread. All times are on the item's media axis.
package protocol PacketSource: AnyObject {
    var tracks: [TrackInfo] { get }
    var chapters: [Chapter] { get }
    /// The duration, or `nil` if unknown, and while an item is live.
    var duration: MediaTime? { get }
    /// The length below which an end is reported as early, or `nil` if none is promised or ``duration`` is a guess.
    var promisedLength: MediaTime? { get }
    /// Whether ``duration`` is estimated from the size and the first rate.
    var isDurationGuessed: Bool { get }
    /// Whether ``duration`` is an estimate that reading the whole file, which is on this machine, would correct.
    var countsLength: Bool { get }
    /// Whether the file is still being written; ``duration`` then follows its end.
    var isGrowing: Bool { get }
    /// How far before a position reading starts at no cost, to find subtitles still shown there; zero if expensive.
    var subtitlePreroll: MediaTime { get }
    var tags: MediaTags { get }
    var format: MediaFormat? { get }
    var canSeek: Bool { get }
    var isStillImage: Bool { get }
    /// The size of the file that is read, or `nil` if it is not a file of known size.
    var byteCount: Int64? { get }
    /// The default start of an item: its beginning, or a place near the live edge.
    var naturalStart: MediaTime { get }
    /// The handle of a segmented stream, or `nil` for a single container.
    var stream: (any StreamHandle)? { get }

    /// The network link of the source, or `nil` if there is none or it is reported elsewhere.
    var network: (any NetworkLink)? { get }

    /// Whether the source has neither a length nor a way back, so that after a failure it resumes at its edge.
    var isBroadcast: Bool { get }

    /// Selects the tracks whose packets ``read()`` returns; all others are skipped.
    func select(_ wanted: Set<Int>)
    /// Returns the next item, or `nil` at the end. May wait for bytes; the item's token ends the wait.
    func read() throws(MediaError) -> SourceItem?
    /// Seeks so that the next packets begin with a key frame near `target`. Returns whether it succeeded.
    func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool
    /// Returns the live position on the newest list, or `nil` if the source has none. May wait for bytes.
    func livePosition() -> MediaTime?
    /// Seeks to a share (0 … 1) of the bytes, for containers without a duration.
    func seek(toShare share: Double) -> Bool
    /// Returns a picture, or `nil` if none comes much sooner than packets. Reading keeps its place. May wait for bytes.
    func scrubPicture(at target: MediaTime) -> VideoFrame?
    /// Returns a picture of a place to show without a seek. May wait for bytes.
    func previewPicture(at target: MediaTime) -> PreviewPicture?
    /// The ranges that containers mark as adverts, as far as read. A stream reports its adverts through its handle.
    var adverts: [RegionMark] { get }
    /// The names that a manifest lists for the captions inside the pictures.
    var captionNames: [CaptionName] { get }
    func parameters(of track: Int) -> CodecParameters?
    func rotation(of track: Int) -> Rotation
    /// Returns the form of a text track whose texts come as ``SourceItem/text(_:)``, or `nil` if it has packets.
    func textForm(of track: Int) -> SubtitleTextForm?
    /// Returns the selected texts of the media that was read already, for a selection made while nothing is read.
    func missedTexts() -> [SubtitleText]
    func coverPacket(of track: Int) -> Packet?

    /// Whether the data is too much for the network, so that a smaller definition should replace it at once.
    var wantsSwitch: Bool { get }
    /// Returns where a chosen definition could start, earliest first: key frames that can be fetched before they play.
    func switchEdges() -> [MediaTime]
    /// The tracks that ``switchOver(at:)`` changes.
    var switchedTracks: Set<Int> { get }
    /// Makes ``read()`` return the chosen definition from `edge` on, even if packets after it were returned before.
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
    /// A text of a track that has a ``PacketSource/textForm(of:)``; in no defined order with the packets.
    case text(SubtitleText)
    /// The parameters of this track change with its next packet; the times continue.
    case change(track: Int)
}

package enum OpenedMedia {
    /// One container, which is still to be probed.
    case bytes(any ByteSource)
    case packets(any PacketSource)
    /// Bytes to be probed for one of the two. Network bytes are reported before the probe.
    case unknown(any ByteSource, look: () throws(MediaError) -> OpenedMedia)
    /// A picture without sound, and its separate sound.
    indirect case paired(OpenedMedia, sound: OpenedMedia)
    /// Nothing can be opened here: the planner of the item knows its kind and plans it again. The item stays loading.
    case elsewhere
}

extension SessionInput {
    /// Opens an item. It reads the content, by which a stream of segments is recognised.
    package typealias MediaOpener = @Sendable (CancelToken) throws(MediaError) -> OpenedMedia
}
