import CPlatform
import Glibc

/// A file for `--stats-file`, and what its lines say of the pictures that were shown. Removed with this.
final class StatsLog {
    /// Of a run that played on from one picture to the next, without seeking.
    struct Count: Equatable {
        /// That came to the terminal.
        var pictures = 0
        /// That should have come between the first and the last one, and did not.
        var lost = 0
        /// Lost before scaling: their time was over.
        var late = 0
        /// Lost after it: a newer one was there before the terminal had space.
        var replaced = 0
    }

    let path: String

    init() throws {
        var name = Array("/tmp/tvplay-bench-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw BenchError("mkstemp: \(String(cString: strerror(errno)))") }
        CPlatform.close(descriptor)
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    deinit { unlink(path) }

    /// - Throws: when the file cannot be read or tells of fewer than two pictures.
    func count() throws -> Count {
        guard let file = fopen(path, "r") else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
        defer { fclose(file) }
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while case let length = fread(&block, 1, block.count, file), length > 0 { text += block[..<length] }
        guard let count = Self.count(String(decoding: text, as: UTF8.self)) else {
            throw BenchError("\(path): tells of fewer than two pictures")
        }
        return count
    }

    /// Nil: there are fewer than two pictures.
    static func count(_ text: String) -> Count? {
        var times: [Double] = []
        var count = Count()
        for line in text.split(separator: "\n") {
            if let time = number("media", line), time > times.last ?? -1 { times.append(time) }
            count.late = number("late", line).map { Int($0) } ?? count.late
            count.replaced = number("dropped", line).map { Int($0) } ?? count.replaced
        }
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        guard let first = times.first, let last = times.last, !steps.isEmpty else { return nil }
        count.pictures = times.count
        count.lost = Int(((last - first) / Report.median(steps)).rounded()) + 1 - times.count
        return count
    }

    private static func number(_ name: String, _ line: Substring) -> Double? {
        guard let key = line.firstRange(of: "\"\(name)\":") else { return nil }
        return Double(line[key.upperBound...].prefix { $0 != "," && $0 != "}" })
    }
}
