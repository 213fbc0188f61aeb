import CPlatform
import Glibc

/// A file for `--stats-file`, with its information about the displayed pictures. Removed with this object.
final class StatsLog {
    struct Count: Equatable {
        var pictures = 0
        /// Pictures missing between the first and the last one.
        var lost = 0
        /// Pictures dropped before scaling, because their time was over.
        var late = 0
        /// Pictures dropped after scaling, because a newer one came before the terminal had space.
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

    /// - Throws: if the file cannot be read, or has fewer than two pictures.
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
