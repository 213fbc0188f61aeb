import PlayCore

/// Mixes all speakers' sound on the recording's axis. Each piece is mixed at its own time, so no clock is needed.
struct RecordedSound: Sendable {
    private struct Piece: Sendable {
        /// On the axis.
        var start: Int
        /// Interleaved stereo.
        var samples: [Float]
        var end: Int { start + samples.count / 2 }
    }

    private struct Speaker: Sendable {
        var pieces = Fifo<Piece>()
        var next: Int?
    }

    /// In frames. A piece closer to the previous one's end is joined without a click, because timestamps are whole
    /// milliseconds.
    private static let slack = SoundMixer.sampleRate * 15 / 1000
    /// Per speaker: 20 s in pieces of 20 ms. Further pieces are dropped.
    private static let mostPieces = 1000

    private var speakers: [String: Speaker] = [:]
    private(set) var place: Int

    /// - Parameter place: in frames since the start of the recording.
    init(place: Int = 0) { self.place = place }

    /// `samples` are interleaved stereo of ``SoundMixer/sampleRate``; `start` is on the recording's axis.
    mutating func append(_ speaker: String, _ samples: [Float], start: MediaTime) {
        guard speakers[speaker] != nil || speakers.count < SoundMixer.mostSpeakers else { return }
        var known = speakers.removeValue(forKey: speaker) ?? Speaker()
        defer { speakers[speaker] = known }
        guard known.pieces.count < Self.mostPieces else { return }
        var piece = Piece(start: Self.frame(at: start), samples: samples)
        if let next = known.next {
            if abs(piece.start - next) <= Self.slack {
                piece.start = next
            } else if piece.start < next {
                let doubled = min(next - piece.start, samples.count / 2)
                piece = Piece(start: piece.start + doubled, samples: Array(samples[(doubled * 2)...]))
            }
        }
        guard piece.end > place, !piece.samples.isEmpty else { return }
        known.next = piece.end
        known.pieces.append(piece)
    }

    mutating func mix(frames: Int) -> [Float] {
        var output = [Float](repeating: 0, count: frames * 2)
        let end = place + frames
        for name in speakers.keys {
            while let piece = speakers[name]?.pieces.first, piece.start < end {
                add(piece, to: &output, end: end)
                guard piece.end <= end else { break }
                _ = speakers[name]?.pieces.popFirst()
            }
            if speakers[name]?.pieces.isEmpty == true { speakers[name] = nil }
        }
        place = end
        for index in output.indices { output[index] = SoundMixer.clipped(output[index]) }
        return output
    }

    private func add(_ piece: Piece, to output: inout [Float], end: Int) {
        let first = max(piece.start, place)
        let last = min(piece.end, end)
        guard first < last else { return }
        let from = (first - piece.start) * 2
        let to = (first - place) * 2
        for index in 0..<(last - first) * 2 { output[to + index] += piece.samples[from + index] }
    }

    private static func frame(at time: MediaTime) -> Int {
        Int((Double(time.nanoseconds) * Double(SoundMixer.sampleRate) / 1e9).rounded())
    }
}
