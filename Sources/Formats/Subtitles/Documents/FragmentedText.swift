import PlayCore

/// Reads text in fragmented MP4 (ISO 14496-30): samples of `wvtt` (WebVTT's cues) and of `stpp` (TTML's documents),
/// which FFmpeg does not read. The input is an initialisation section followed by fragments.
struct FragmentedText {
    private struct Track {
        /// Ticks per second.
        var timescale: Int64 = 1000
        var isTTML = false
        var duration: Int64 = 0
        var size = 0
    }

    private struct Sample {
        let size: Int
        /// Ticks.
        let time: Int64
        let duration: Int64
    }

    private let bytes: [UInt8]
    private var track = Track()
    /// Samples without data yet, and the data's offset, or `nil` for the start of the data box.
    private var samples: [Sample] = []
    private var dataOffset: Int?
    private var cues: [Cue] = []
    private static let firstBoxes: Set = ["ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft"]

    static func recognizes(_ bytes: [UInt8]) -> Bool {
        var reader = BigEndianReader(Array(bytes.prefix(16)))
        return reader.box().map { firstBoxes.contains($0.type) } ?? false
    }

    static func cues(_ bytes: [UInt8]) -> [Cue] {
        var text = FragmentedText(bytes)
        text.run()
        return text.cues
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func run() {
        var reader = BigEndianReader(bytes)
        while cues.count < SubtitleLimits.cues, let box = reader.box() {
            let begin = box.end - box.bodyLength
            // A truncated box ends the readable data.
            guard let body = reader.sub(box.bodyLength), reader.skip(box.bodyLength) else { return }
            switch box.type {
            case "moov": walk(body)
            case "moof":
                samples = []
                dataOffset = nil
                walk(body)
                dataOffset = dataOffset.map { $0 + begin - 8 }
            case "mdat": parseSamples(from: dataOffset ?? begin, end: box.end)
            default: break
            }
        }
    }

    private static let containers: Set = ["trak", "mdia", "minf", "stbl", "mvex", "traf"]

    private mutating func walk(_ reader: BigEndianReader, depth: Int = 0) {
        var reader = reader
        while let box = reader.box() {
            guard let body = reader.sub(box.bodyLength), reader.skip(box.bodyLength) else { return }
            if Self.containers.contains(box.type) {
                if depth < 8 { walk(body, depth: depth + 1) }
            } else {
                parseBox(box.type, body)
            }
        }
    }

    private mutating func parseBox(_ type: String, _ body: BigEndianReader) {
        var body = body
        switch type {
        case "mdhd":
            guard let version = body.number(1), body.skip(version == 1 ? 19 : 11), let scale = body.number(4),
                scale > 0
            else { return }
            track.timescale = Int64(scale)
        case "stsd":
            guard body.skip(8), let entry = body.box() else { return }
            track.isTTML = entry.type == "stpp"
        case "trex":
            guard body.skip(12), let duration = body.number(4), let size = body.number(4) else { return }
            (track.duration, track.size) = (Int64(duration), Int(size))
        case "tfhd": parseHeader(body)
        case "tfdt":
            guard let version = body.number(1), body.skip(3), let time = body.number(version == 1 ? 8 : 4) else {
                return
            }
            baseTime = Int64(clamping: min(time, 1 << 60))
        case "trun": parseRun(body)
        default: break
        }
    }

    // MARK: Fragments

    private var baseTime: Int64 = 0
    private var fragmentDuration: Int64 = 0
    private var fragmentSize = 0
    private var hasOwnBase = false

    /// Reads a track fragment header (ISO 14496-12, 8.8.7).
    private mutating func parseHeader(_ body: BigEndianReader) {
        var body = body
        (fragmentDuration, fragmentSize) = (track.duration, track.size)
        guard let flags = body.number(4), body.skip(4) else { return }
        hasOwnBase = flags & 1 != 0
        if flags & 1 != 0 { _ = body.skip(8) }
        if flags & 2 != 0 { _ = body.skip(4) }
        if flags & 8 != 0, let duration = body.number(4) { fragmentDuration = Int64(duration) }
        if flags & 16 != 0, let size = body.number(4) { fragmentSize = Int(size) }
    }

    /// Reads a track fragment run (8.8.8).
    private mutating func parseRun(_ body: BigEndianReader) {
        var body = body
        guard let flags = body.number(4), let count = body.number(4) else { return }
        if flags & 1 != 0, let offset = body.number(4), samples.isEmpty, !hasOwnBase {
            dataOffset = Int(Int32(truncatingIfNeeded: offset))
        }
        if flags & 4 != 0 { _ = body.skip(4) }
        var time = samples.last.map { $0.time + $0.duration } ?? baseTime
        for _ in 0..<min(count, UInt64(SubtitleLimits.cues)) {
            let duration = flags & 0x100 != 0 ? body.number(4).map { Int64($0) } : fragmentDuration
            let size = flags & 0x200 != 0 ? body.number(4).map { Int($0) } : fragmentSize
            guard let duration, let size, flags & 0x400 == 0 || body.skip(4), flags & 0x800 == 0 || body.skip(4)
            else { return }
            samples.append(Sample(size: size, time: time, duration: duration))
            time += duration
        }
    }

    private mutating func parseSamples(from begin: Int, end: Int) {
        var place = begin
        for sample in samples {
            guard place >= 0, sample.size > 0, place + sample.size <= end else { break }
            let range = time(sample.time)..<max(time(sample.time), time(sample.time + sample.duration))
            parseSample(Array(bytes[place..<place + sample.size]), range)
            place += sample.size
        }
        samples = []
        dataOffset = nil
    }

    private func time(_ ticks: Int64) -> MediaTime {
        MediaTime(seconds: Double(ticks) / Double(track.timescale))
    }

    private mutating func parseSample(_ sample: [UInt8], _ range: Range<MediaTime>) {
        if track.isTTML {
            cues += TTMLParser.parse(sample).compactMap { $0.within(range) }
            return
        }
        let packets = SubtitlePackets(format: .webVTT)
        var reader = BigEndianReader(sample)
        while let box = reader.box() {
            guard let body = reader.sub(box.bodyLength), reader.skip(box.bodyLength) else { return }
            guard box.type == "vttc" else { continue }
            let cue = Self.cue(body)
            if let cue = packets.cue(
                cue.payload, settings: cue.settings, start: range.lowerBound, end: range.upperBound)
            {
                cues.append(cue)
            }
        }
    }

    /// Reads the boxes of one cue (ISO 14496-30, 6.6).
    private static func cue(_ reader: BigEndianReader) -> (payload: [UInt8], settings: String) {
        var reader = reader
        var result: (payload: [UInt8], settings: String) = ([], "")
        while let box = reader.box() {
            guard let body = reader.rest(box.bodyLength), reader.skip(box.bodyLength) else { break }
            if box.type == "payl" { result.payload = body }
            if box.type == "sttg" { result.settings = String(decoding: body, as: UTF8.self) }
        }
        return result
    }
}

extension Cue {
    /// Returns a cue limited to its sample's time, or `nil` if they do not overlap.
    fileprivate func within(_ range: Range<MediaTime>) -> Cue? {
        guard !range.isEmpty else { return self }
        let (start, end) = (max(start, range.lowerBound), min(end, range.upperBound))
        guard end > start else { return nil }
        return Cue(start: start, end: end, placement: placement, lines: lines, name: name)
    }
}
