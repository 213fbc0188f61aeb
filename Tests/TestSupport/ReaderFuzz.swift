import Foundation
import Testing

/// Random input for a reader of foreign bytes. `Tests/Trials/fuzz` uses many inputs and prints the figures of each
/// reader, which go to the file in `TVPLAY_FUZZ_REPORT`.
package enum ReaderFuzz {
    /// In KiB beyond the process's own memory, if the figures are taken.
    private static let memoryLimit = 64 << 10

    /// Feeds mutated seeds, every seventh one mixed with another, to a reader.
    ///
    /// - Parameters:
    /// - reader: the reader's name in the figures.
    /// - count: the inputs of `make test`, see ``Rounds``.
    /// - read: returns whether the input was read. A refused input is as good.
    package static func run(
        _ reader: String, _ count: Int, of seeds: [[UInt8]], seed: UInt64 = 38, _ read: ([UInt8]) throws -> Bool
    ) rethrows {
        var random = SeededGenerator(seed: Rounds.seed(seed))
        let inputs = Rounds.of(count)
        let figures = Figures()
        // The seeds themselves are read, and are no random inputs.
        var known = try seeds.count { try read($0) }
        for round in 0..<inputs {
            var bytes = seeds[round % seeds.count]
            if round % 7 == 0, let other = seeds.randomElement(using: &random) {
                bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) + other
            }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes = Mutation.mutated(bytes, &random)
            }
            if try read(bytes) { known += 1 }
        }
        #expect(known > 0, "\(reader) has read no seed and none of \(inputs) inputs")
        figures?.report(reader, inputs, known, limit: memoryLimit)
    }

    private struct Figures {
        private let file: String
        private let start = ContinuousClock.now
        private let before: Int

        init?() {
            guard let file = ProcessInfo.processInfo.environment["TVPLAY_FUZZ_REPORT"] else { return nil }
            self.file = file
            // Resets the highest use of memory to the present one (proc(5), clear_refs).
            try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
            before = Self.highest
        }

        func report(_ reader: String, _ inputs: Int, _ known: Int, limit: Int) {
            let used = max(0, Self.highest - before)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let line = String(
                format: "%@\t%d\t%d\t%.1f\t%.1f\n", reader, inputs, known, seconds, Double(used) / 1024)
            if let handle = FileHandle(forWritingAtPath: file) {
                handle.seekToEndOfFile()
                handle.write(Data(line.utf8))
                handle.closeFile()
            }
            #expect(used <= limit, "\(reader) needed \(used) KiB")
        }

        /// In KiB.
        private static var highest: Int {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
            return Int(line.filter(\.isNumber)) ?? 0
        }
    }
}

package enum Mutation {
    /// Damages one place, or several near each other.
    package static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        guard !bytes.isEmpty else { return bytes }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
        case 1:
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
        case 2:
            let start = Int.random(in: bytes.indices, using: &random)
            bytes.removeSubrange(start..<min(bytes.count, start + Int.random(in: 1...200, using: &random)))
        case 3:
            let start = Int.random(in: bytes.indices, using: &random)
            let piece = Array(bytes[start..<min(bytes.count, start + 300)])
            bytes.insert(contentsOf: piece, at: Int.random(in: bytes.indices, using: &random))
        default:
            let marks = Array("<>\"'{}[]:,\\&/\n".utf8)
            for _ in 0..<5 {
                let mark = marks[Int.random(in: marks.indices, using: &random)]
                bytes.insert(mark, at: Int.random(in: bytes.indices, using: &random))
            }
        }
        return bytes
    }
}
