import PlayCore

enum PlaylistLength {
    private static let limit = 16 << 20

    static func read(_ path: String) -> MediaTime {
        do throws(FileError) {
            return sum(String(decoding: try WholeFile.read(path, limit: limit), as: UTF8.self))
        } catch {
            return .zero
        }
    }

    static func sum(_ text: String) -> MediaTime {
        var seconds = 0.0
        for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("#EXTINF:") {
            let number = line.dropFirst("#EXTINF:".count).prefix { $0 != "," }
            seconds += Double(number).flatMap { (0...86_400).contains($0) ? $0 : nil } ?? 0
        }
        return MediaTime(nanoseconds: Int64(seconds * 1e9))
    }
}
