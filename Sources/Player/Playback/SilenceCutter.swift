import Glibc
import PlayCore

/// Finds silence to play faster. Holds back a silence's newest tenth of a second, so the next sound keeps its speed.
struct SilenceCutter {
    struct Piece: Equatable {
        /// Interleaved samples.
        var samples: [Float]
        var isQuiet: Bool
    }

    /// The largest mean square of a silent block.
    private let threshold: Float
    private let blockSize: Int
    /// Samples of silence that play at normal speed.
    private let longest: Int
    /// Samples before the next sound that play at normal speed.
    private let margin: Int
    private var quietCount = 0
    private var rest: [Float] = []
    /// Samples of a silence that has lasted long enough.
    private var held: [Float] = []

    init(_ rule: SilenceRule, format: AudioFormat) {
        let second = format.sampleRate * format.channelCount
        blockSize = max(1, format.sampleRate / 100) * format.channelCount
        threshold = Float(pow(10, rule.threshold / 10))
        longest = Int(rule.length.inSeconds * Double(second))
        margin = second / 10
    }

    var heldCount: Int { rest.count + held.count }

    mutating func process(_ samples: [Float]) -> [Piece] {
        var pieces: [Piece] = []
        rest += samples
        var start = 0
        while rest.count - start >= blockSize {
            add(rest[start..<start + blockSize], to: &pieces)
            start += blockSize
        }
        rest.removeFirst(start)
        return pieces
    }

    mutating func finish() -> [Piece] {
        defer {
            (rest, held) = ([], [])
            quietCount = 0
        }
        let samples = held + rest
        return samples.isEmpty ? [] : [Piece(samples: samples, isQuiet: false)]
    }

    private mutating func add(_ block: ArraySlice<Float>, to pieces: inout [Piece]) {
        guard isQuiet(block) else {
            quietCount = 0
            Self.append(held + block, isQuiet: false, to: &pieces)
            held = []
            return
        }
        quietCount += block.count
        guard quietCount > longest else { return Self.append(Array(block), isQuiet: false, to: &pieces) }
        held += block
        let surplus = held.count - margin
        guard surplus > 0 else { return }
        Self.append(Array(held.prefix(surplus)), isQuiet: true, to: &pieces)
        held.removeFirst(surplus)
    }

    private static func append(_ samples: [Float], isQuiet: Bool, to pieces: inout [Piece]) {
        if let last = pieces.last, last.isQuiet == isQuiet {
            pieces[pieces.count - 1].samples += samples
        } else {
            pieces.append(Piece(samples: samples, isQuiet: isQuiet))
        }
    }

    private func isQuiet(_ block: ArraySlice<Float>) -> Bool {
        block.reduce(0) { $0 + $1 * $1 } <= threshold * Float(block.count)
    }
}
