import Captions
import Media
import MediaSources
import PlayCore

/// Captions inside the pictures of an item (CEA-608), from its packets: also of pictures that are skipped, decoded by
/// hardware, or only read over on the way to a place. On the `demux` thread.
final class CaptionReader {
    private struct Picture {
        let time: MediaTime
        let triplets: [UInt8]
    }

    /// What one channel shows.
    private struct Screen {
        let decoder: CaptionDecoder
        var text = ""
    }

    private let board: SubtitleBoard
    private let names: [CaptionName]
    private var carrier: CaptionCarrier?
    /// Read, and not shown yet since some that are shown before them may follow; by time.
    private var pictures: [Picture] = []
    private var channels = CaptionChannels()
    private var screens: [Int: Screen] = [:]
    /// Of the last picture whose captions were taken.
    private var lastTime: MediaTime?
    private var announced = 0

    /// The pictures have a place for captions, whether there are any now or not.
    private(set) var isPresent = false
    /// The channels that were met so far.
    private(set) var tracks: [TrackInfo] = []

    /// Behind all streams that a container can have.
    private static let firstID = 1 << 20
    /// Pictures that wait for one that is shown before them: as many as the most usual pyramids of B pictures need, since
    /// decoding times that were computed without knowing a stream are too early; and as many as any stream may need.
    private static let waiting = 4...16
    /// As FFmpeg calls CEA-608.
    private static let codec = "eia_608"

    init(names: [CaptionName], board: SubtitleBoard) {
        self.names = names
        self.board = board
    }

    /// From the next packet on the pictures are coded so.
    func begin(_ parameters: CodecParameters) { carrier = parameters.captionCarrier }

    /// Reading goes on elsewhere: nobody knows how long what is on show would have stayed.
    func jump() {
        if let lastTime { for (channel, screen) in screens where !screen.text.isEmpty { add("", channel, lastTime) } }
        pictures = []
        channels = CaptionChannels()
        screens = [:]
        lastTime = nil
    }

    /// A packet of the video track.
    func read(_ packet: Packet) {
        guard let carrier else { return }
        let triplets = packet.captions(carrier)
        isPresent = isPresent || !triplets.isEmpty
        guard isPresent, let time = packet.time ?? packet.ownDecodingTime ?? pictures.last?.time ?? lastTime else {
            return
        }
        put(Picture(time: time, triplets: triplets))
        let due = packet.ownDecodingTime
        while let first = pictures.first, pictures.count > Self.waiting.lowerBound {
            let isDue = due.map { first.time <= $0 } ?? false
            guard isDue || pictures.count > Self.waiting.upperBound else { return }
            show(pictures.removeFirst())
        }
    }

    /// No picture follows.
    func finish() {
        for picture in pictures { show(picture) }
        pictures = []
    }

    /// Whether a channel was met since this was asked last.
    func hasNewTrack() -> Bool {
        defer { announced = tracks.count }
        return announced < tracks.count
    }

    /// What was read on the way to this place is read again.
    private func put(_ picture: Picture) {
        guard lastTime.map({ $0 < picture.time }) ?? true else { return }
        let index = pictures.firstIndex { $0.time >= picture.time } ?? pictures.endIndex
        if index < pictures.endIndex, pictures[index].time == picture.time { return }
        pictures.insert(picture, at: index)
    }

    private func show(_ picture: Picture) {
        lastTime = picture.time
        var triplets: [Int: [UInt8]] = [:]
        for pair in channels.read(picture.triplets) { triplets[pair.channel, default: []] += pair.triplet }
        for channel in triplets.keys.sorted() where screens[channel] == nil { open(channel) }
        for (channel, screen) in screens {
            guard let text = screen.decoder.text(triplets[channel] ?? CaptionChannels.silence, at: picture.time) else {
                continue
            }
            let placed = CaptionText.placed(text, isGrowing: channels.mode(of: channel) != .popOn)
            guard placed != screen.text else { continue }
            screens[channel]?.text = placed
            add(placed, channel, picture.time)
        }
    }

    private func open(_ channel: Int) {
        do {
            screens[channel] = Screen(decoder: try CaptionDecoder())
        } catch {
            Log.shared.write(.warning, "subtitles", "captions: \(error)")
            return
        }
        guard !tracks.contains(where: { $0.id == Self.firstID + channel }) else { return }
        let name = names.first { $0.channel == channel }
        let title = name?.title.flatMap { $0.isEmpty ? nil : $0 }
        let track = TrackInfo(
            id: Self.firstID + channel, kind: .subtitle(isPicture: false), codec: Self.codec, language: name?.language,
            title: title ?? "CC\(channel)", isDefault: false, isDecodable: true)
        tracks.append(track)
        board.add(SubtitleTextTrack(track, form: .captions, header: []))
    }

    private func add(_ text: String, _ channel: Int, _ time: MediaTime) {
        board.add(
            SubtitleText(
                track: Self.firstID + channel, payload: text.isEmpty ? [] : Array("0,0,Default,,0,0,0,,\(text)".utf8),
                start: time, end: nil))
    }
}
