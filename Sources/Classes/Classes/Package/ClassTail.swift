/// The end of the last complete line of each signal file in a class that is still being written.
package struct ClassTail: Sendable, Equatable {
    package struct File: Sendable, Equatable {
        package let path: String
        /// In bytes.
        package var end = 0
    }

    package private(set) var files: [File] = []

    package init() {}

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
