import Manifests
package import Media
package import PlayCore

package final class ContainerSource: PacketSource {
    private var demuxer: Demuxer
    package let chapters: [Chapter]
    package let subtitlePreroll: MediaTime
    package private(set) var byteCount: Int64?
    package private(set) var splices = KnownSplices()
    /// Finds event messages. `nil` if FFmpeg fetches the bytes itself.
    private var tap: EventMessageTap?
    /// Messages whose fragment has not been read yet.
    private var messages: [EventMessageFinder.Found] = []
    private static let mostMessages = 256
    /// Throws if an end without a known length is not the resource's end. `nil` if every end counts.
    private var confirmEnd: (() throws(ByteSourceError) -> Void)?
    /// The bytes of a file that is still being written, otherwise `nil`.
    private var followed: (any FollowedBytes)?
    private var growing: GrowingContainer?
    private var grown = GrowingLength()
    private let isAtHand: Bool
    private var nextLook = HostTime.zero
    private static let lookInterval = HostTime.milliseconds(500)
    private var position = MediaTime.zero

    /// The display time of almost every subtitle is shorter.
    private static let longestPreroll = MediaTime.seconds(10)
    /// Bytes that a disk reads without a noticeable delay.
    private static let prerollBytes = 16.0 * 1024 * 1024

    /// Continues with the `splices` of an earlier opening. `isAtHand`: the bytes are on this machine.
    package convenience init(
        _ bytes: any ByteSource, nameHint: String, isAtHand: Bool = false, splices: KnownSplices = KnownSplices(),
        cancel: CancelToken
    ) throws(MediaError) {
        let tap = EventMessageTap(bytes)
        let broadcast = (bytes as? any NetworkByteSource).flatMap { $0.isUnbounded ? $0 : nil }
        let demuxer = try Demuxer(
            source: tap, nameHint: nameHint, contentType: broadcast?.contentType,
            isLive: broadcast != nil || bytes is ProtocolByteSource, cancel: cancel)
        self.init(demuxer, isAtHand: isAtHand, tap: tap)
        self.splices = splices
        byteCount = bytes.size
        followed = bytes as? any FollowedBytes
        growing = followed.map { GrowingContainer($0, nameHint: nameHint, cancel: cancel) }
        // Opening may have read to the present end. Some demuxers treat that end as final until a seek.
        if isGrowing { _ = demuxer.seek(to: .zero, direction: .atOrBefore) }
        guard let broadcast else { return }
        confirmEnd = { () throws(ByteSourceError) in try broadcast.confirmEnd() }
    }

    /// Wraps a demuxer whose bytes FFmpeg fetches itself. Reports the end of a broadcast as a lost connection.
    package convenience init(_ demuxer: Demuxer, name: String) {
        self.init(demuxer, isAtHand: false, tap: nil)
        guard demuxer.duration == nil else { return }
        confirmEnd = { () throws(ByteSourceError) in
            throw ByteSourceError(.truncated, operation: "read", context: name)
        }
    }

    private init(_ demuxer: Demuxer, isAtHand: Bool, tap: EventMessageTap?) {
        (self.demuxer, self.tap, self.isAtHand) = (demuxer, tap, isAtHand)
        // A FLAC's cue sheet names tracks that have no titles elsewhere.
        let sheet = demuxer.cueSheet.map { CueSheet($0.split(whereSeparator: \.isNewline)).chapters(of: nil) }
        chapters = sheet.flatMap { $0.isEmpty ? nil : $0 } ?? demuxer.chapters
        let affordable = demuxer.bytesPerSecond.map { MediaTime(seconds: Self.prerollBytes / max(1, $0)) }
        subtitlePreroll = isAtHand && demuxer.canSeek ? min(Self.longestPreroll, affordable ?? .seconds(1)) : .zero
    }

    package var adverts: [RegionMark] { splices.marks }
    package var tracks: [TrackInfo] { demuxer.tracks }
    package var duration: MediaTime? { grown.value ?? demuxer.duration }
    package var isGrowing: Bool { followed?.isGrowing == true }
    package var isDurationGuessed: Bool { demuxer.isDurationGuessed && !isGrowing }
    package var countsLength: Bool { isAtHand && canSeek && isDurationGuessed }
    package var promisedLength: MediaTime? { isDurationGuessed || isGrowing ? nil : demuxer.duration }
    package var tags: MediaTags { demuxer.tags }
    package var format: MediaFormat? { demuxer.format }
    package var canSeek: Bool { demuxer.canSeek }
    package var isStillImage: Bool { demuxer.isStillImage }
    package var naturalStart: MediaTime { .zero }
    package var stream: (any StreamHandle)? { nil }
    package var isBroadcast: Bool { confirmEnd != nil }

    package func select(_ wanted: Set<Int>) {
        growing?.selected = wanted
        demuxer.select(wanted.isEmpty ? [] : wanted.union(demuxer.spliceTracks))
    }

    package func read() throws(MediaError) -> SourceItem? {
        followed?.setWaiting(true)
        defer { followed?.setWaiting(false) }
        while let packet = try nextPacket() {
            guard demuxer.spliceTracks.contains(packet.track) else {
                position = packet.decodingTime ?? position
                noteMessages(before: packet)
                noteLength(packet)
                return .packet(packet)
            }
            let place = packet.time ?? position
            splices.add(section: packet.bytes, at: place, shift: demuxer.shift)
        }
        if isGrowing { grown.finish() }
        do throws(ByteSourceError) {
            try confirmEnd?()
        } catch {
            throw MediaError(.source(error), operation: "read")
        }
        return nil
    }

    /// Returns the next packet. At the end of the list of parts, reopens a file that has grown.
    private func nextPacket() throws(MediaError) -> Packet? {
        while true {
            while let packet = try demuxer.read() {
                if growing?.isNew(packet) ?? true { return packet }
            }
            guard canSeek, let tap, try growing?.waits(behind: tap.end) == true else { return nil }
            try reopen()
            followed?.setWaiting(true)
        }
    }

    private func reopen() throws(MediaError) {
        guard let (newDemuxer, newTap) = try growing?.reopened(at: position, after: demuxer) else { return }
        (demuxer, tap) = (newDemuxer, newTap)
        select(growing?.selected ?? [])
    }

    /// Reopens a growing file if the target may lie behind the parts that the demuxer knows.
    private func reopen(before target: MediaTime) {
        guard canSeek, let tap, let end = demuxer.duration, target > end, growing?.isLonger(than: tap.end) == true
        else { return }
        do throws(MediaError) {
            try reopen()
        } catch {
            Log.shared.write(.info, "media", "seeking in the growing file: \(error)")
        }
    }

    private func noteLength(_ packet: Packet) {
        guard let followed else { return }
        if let time = packet.time, let byte = packet.bytePosition {
            grown.note(time + (packet.duration ?? .zero), at: byte)
        }
        let now = SystemClock().now
        guard now >= nextLook else { return }
        nextLook = now + Self.lookInterval
        guard followed.isGrowing, let size = followed.size else { return }
        byteCount = size
        grown.update(size: size)
    }

    /// Adds the messages before a packet to the splices. Their times are relative to the fragment that follows.
    private func noteMessages(before packet: Packet) {
        guard let tap else { return }
        messages += tap.newMessages()
        guard !messages.isEmpty else { return }
        if messages.count > Self.mostMessages { messages.removeFirst(messages.count - Self.mostMessages) }
        guard let time = packet.time, let place = packet.bytePosition else { return }
        for found in messages where found.offset < place {
            splices.add(found.message, inSegmentAt: time, shift: demuxer.shift)
        }
        messages.removeAll { $0.offset < place }
    }

    package func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool {
        splices.jump(from: position, to: target)
        messages = []
        reopen(before: target)
        growing?.forget()
        return demuxer.seek(to: target, direction: direction)
    }

    package func seek(toShare share: Double) -> Bool {
        splices.jump(from: position, to: MediaTime(nanoseconds: .max))
        messages = []
        growing?.forget()
        return demuxer.seek(toShare: share)
    }

    package func parameters(of track: Int) -> CodecParameters? { demuxer.parameters(of: track) }
    package func rotation(of track: Int) -> Rotation { demuxer.rotation(of: track) }
    package func coverPacket(of track: Int) -> Packet? { demuxer.coverPacket(of: track) }
    package func switchEdges() -> [MediaTime] { [] }
    package var switchedTracks: Set<Int> { [] }
    package func switchOver(at edge: MediaTime) {}
}
