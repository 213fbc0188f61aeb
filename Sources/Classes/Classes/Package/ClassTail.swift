/// The progress of reading a class that is still being written: up to the last complete line of each file of signals.
package struct ClassTail: Sendable, Equatable {
    package struct File: Sendable, Equatable {
        package let path: String
        /// The number of bytes that were read.
        package var end = 0
    }

    package private(set) var files: [File] = []

    package init() {}

    /// Returns the complete lines of bytes read after the known end, and moves the end past them.
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
