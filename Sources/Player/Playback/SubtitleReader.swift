import Media
import MediaSources
import PlayCore

/// Puts the subtitle packets of an open container onto the board. Used on the `demux` thread.
final class SubtitleReader {
    private let board: SubtitleBoard
    /// The text tracks, each with a decoder if its packets are not plain text.
    private var textTracks: [Int: SubtitleDecoder?] = [:]
    private let parameters: [Int: CodecParameters]
    private let canvas: (width: Int, height: Int)
    private var pictureDecoder: (track: Int, decoder: SubtitleDecoder)?
    let captions: CaptionReader

    /// Bytes of a packet's text. A cue has a few hundred.
    private static let maximumPayload = 64 << 10

    init(_ source: any PacketSource, board: SubtitleBoard) {
        self.board = board
        captions = CaptionReader(names: source.captionNames, board: board)
        var found: [Int: CodecParameters] = [:]
        var canvas = (width: 1920, height: 1080)
        for track in source.tracks {
            if case .video(let width, let height, _) = track.kind { canvas = (width, height) }
            guard case .subtitle = track.kind, track.isDecodable else { continue }
            found[track.id] = source.parameters(of: track.id)
        }
        parameters = found
        self.canvas = canvas
        for track in source.tracks {
            guard case .subtitle(isPicture: false) = track.kind else { continue }
            if let form = source.textForm(of: track.id) {
                board.add(SubtitleTextTrack(track, form: form, header: []))
            } else {
                openText(track)
            }
        }
    }

    var wanted: [Int] { textTracks.keys + [board.pictureTrack].compactMap { $0 } }

    func jump() {
        board.dropPictures()
        pictureDecoder?.decoder.flush()
        for decoder in textTracks.values { decoder?.flush() }
        captions.jump()
    }

    func read(_ packet: Packet) -> Bool {
        if let decoder = textTracks[packet.track] {
            readText(packet, decoder)
            return true
        }
        guard packet.track == board.pictureTrack else { return false }
        if let picture = decoder(ofPictures: packet.track)?.picture(packet) { board.add(picture) }
        return true
    }

    func add(_ text: SubtitleText) { board.add(text) }

    private func openText(_ track: TrackInfo) {
        guard let parameters = parameters[track.id] else { return }
        if let form = parameters.subtitleTextForm {
            textTracks[track.id] = .some(nil)
            board.add(SubtitleTextTrack(track, form: form, header: parameters.privateData))
        } else if let decoder = open(parameters) {
            textTracks[track.id] = decoder
            board.add(SubtitleTextTrack(track, form: .ass, header: decoder.header))
        }
    }

    private func open(_ parameters: CodecParameters) -> SubtitleDecoder? {
        do {
            return try SubtitleDecoder(parameters: parameters, width: canvas.width, height: canvas.height)
        } catch {
            Log.shared.write(.warning, "subtitles", "\(error)")
            return nil
        }
    }

    private func decoder(ofPictures track: Int) -> SubtitleDecoder? {
        if let open = pictureDecoder, open.track == track { return open.decoder }
        pictureDecoder = parameters[track].flatMap { open($0) }.map { (track, $0) }
        return pictureDecoder?.decoder
    }

    private func readText(_ packet: Packet, _ decoder: SubtitleDecoder?) {
        guard let start = packet.time else { return }
        let end = packet.duration.map { start + $0 }
        let payloads = decoder?.lines(packet) ?? [packet.payload(limit: Self.maximumPayload)]
        for payload in payloads {
            board.add(
                SubtitleText(
                    track: packet.track, payload: payload, settings: packet.cueSettings, start: start, end: end))
        }
    }
}
