/// How far the signals of a room that is still being written were read: up to the last line that has its end. A value.
package struct RoomTail: Sendable, Equatable {
    package struct File: Sendable, Equatable {
        /// Within the package.
        package let path: String
        /// Bytes that were read.
        package var end = 0
    }

    package private(set) var files: [File] = []

    package init() {}

    /// The whole lines of what was read behind the known end, which moves behind them. The rest is read again.
    mutating func wholeLines(_ bytes: [UInt8], of path: String) -> [UInt8] {
        let whole = Array(bytes[..<(bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)])
        if let index = files.firstIndex(where: { $0.path == path }) {
            files[index].end += whole.count
        } else {
            files.append(File(path: path, end: whole.count))
        }
        return whole
    }
}
