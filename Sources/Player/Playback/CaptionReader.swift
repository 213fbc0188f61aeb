import Media
import MediaSources
import PlayCore

/// Reads the captions inside an item's pictures (CEA-608) from its packets, so it does not matter whether and how the
/// pictures are decoded. Used on the `demux` thread.
final class CaptionReader {
    private struct Picture {
        let time: MediaTime
        let triplets: [UInt8]
    }

    private struct Screen {
        let decoder: CaptionDecoder
        var text = ""
    }

    private let board: SubtitleBoard
    private let names: [CaptionName]
    private var carrier: CaptionCarrier?
    /// The pictures read so far, by time. A picture that is displayed before them may still follow.
    private var pictures: [Picture] = []
    private var channels = CaptionChannels()
    private var screens: [Int: Screen] = [:]
    private var lastTime: MediaTime?
    private var announced = 0

    private(set) var isPresent = false
    private(set) var tracks: [TrackInfo] = []

    /// The first track number, above any container's streams.
    private static let firstID = 1 << 20
    /// How many pictures are held back for earlier ones. At least: enough for usual pyramids of B pictures, because
    /// computed decoding times are too early. At most: enough for any stream.
    private static let waiting = 4...16
    private static let codec = "eia_608"

    init(names: [CaptionName], board: SubtitleBoard) {
        self.names = names
        self.board = board
    }

    func begin(_ parameters: CodecParameters) { carrier = parameters.captionCarrier }

    /// Ends the captions on display: reading continues elsewhere, where their end is unknown.
    func jump() {
        if let lastTime { for (channel, screen) in screens where !screen.text.isEmpty { add("", channel, lastTime) } }
        pictures = []
        channels = CaptionChannels()
        screens = [:]
        lastTime = nil
    }

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

    func finish() {
        for picture in pictures { show(picture) }
        pictures = []
    }

    func hasNewTrack() -> Bool {
        defer { announced = tracks.count }
        return announced < tracks.count
    }

    /// Inserts a picture by its time. Ignores a picture that was read before: a seek reads those before its target
    /// again.
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
