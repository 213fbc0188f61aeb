package import PlayCore

package protocol ClassFiles: Sendable {
    var place: ClassPlace { get }
    /// Reads from `offset` to the end. Returns no bytes after the end. Throws if there are more than `limit` bytes.
    func read(_ location: String, from offset: Int, limit: Int, cancel: CancelToken) throws(ClassReadError) -> [UInt8]
}

extension ClassFiles {
    package func read(_ location: String, limit: Int, cancel: CancelToken) throws(ClassReadError) -> [UInt8] {
        try read(location, from: 0, limit: limit, cancel: cancel)
    }
}

package struct SourceClassFiles: ClassFiles {
    package let place: ClassPlace
    package typealias Open = @Sendable (String, Int64, CancelToken) throws(ByteSourceError) -> any ByteSource

    private let open: Open

    package init(_ place: ClassPlace, open: @escaping Open) {
        self.place = place
        self.open = open
    }

    package func read(
        _ location: String, from offset: Int, limit: Int, cancel: CancelToken
    ) throws(ClassReadError) -> [UInt8] {
        do {
            return try bytes(location, from: offset, limit: limit, cancel: cancel)
        } catch {
            throw ClassReadError(error.playErrorCode, error.reason, in: error.context)
        }
    }

    /// Whether the file can be read; reads its first byte.
    package func exists(_ location: String, cancel: CancelToken) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
        defer { buffer.deallocate() }
        do {
            _ = try open(location, 0, cancel).read(at: 0, into: buffer)
            return true
        } catch {
            return false
        }
    }

    private func bytes(
        _ location: String, from offset: Int, limit: Int, cancel: CancelToken
    ) throws(ByteSourceError) -> [UInt8] {
        let source = try open(location, Int64(offset), cancel)
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(at: Int64(offset + bytes.count), into: buffer)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            if bytes.count > limit { throw ByteSourceError(.tooLarge, operation: "read", context: location) }
        }
    }
}
