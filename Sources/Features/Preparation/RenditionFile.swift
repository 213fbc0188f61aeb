import CPlatform
import Glibc
import Media
import PlayCore

/// A rendition being written: complete fragments in sequence. Has another name until it is complete. One thread.
final class RenditionFile {
    private let path: String
    private let descriptor: Int32
    private(set) var scan: FragmentScan
    private var muxer: FragmentMuxer?
    private let timescale: Int32
    /// Held until its duration is known.
    private var held: Packet?
    private var hasFragment = false

    static let draftEnding = ".part"

    /// - Parameter path: of the finished file.
    init(_ path: String, timescale: Int32) throws(FileError) {
        self.path = path
        self.timescale = timescale
        let draft = path + Self.draftEnding
        let descriptor = ByteText.withCString(draft) {
            tv_open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        }
        guard descriptor >= 0 else { throw FileError("open", errno, draft) }
        self.descriptor = descriptor
        do throws(FileError) {
            scan = try Self.scan(descriptor, draft)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    private static func scan(_ descriptor: Int32, _ path: String) throws(FileError) -> FragmentScan {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw FileError("fstat", errno, path) }
        var scan = FragmentScan()
        try scan.extend(to: Int64(information.st_size)) { (offset, count) throws(FileError) in
            try read(descriptor, offset, count, path)
        }
        return scan
    }

    private static func read(
        _ descriptor: Int32, _ offset: Int64, _ count: Int, _ path: String
    ) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let done = pread(descriptor, &bytes, count, off_t(offset))
        guard done >= 0 else { throw FileError("read", errno, path) }
        return Array(bytes.prefix(done))
    }

    func keep(_ count: Int) throws(FileError) {
        scan.cut(to: count)
        guard ftruncate(descriptor, off_t(scan.end)) == 0 else { throw FileError("truncate", errno, path) }
    }

    /// Returns `false` if the existing fragments were encoded differently and cannot be resumed.
    func begin(_ parameters: CodecParameters) throws(PreparationError) -> Bool {
        let muxer = try PreparationError.ofMedia { () throws(MediaError) in
            try FragmentMuxer(parameters, timescale: timescale, fragment: scan.starts.count)
        }
        self.muxer = muxer
        return try PreparationError.ofFile { () throws(FileError) in try hasHead(muxer.head) }
    }

    private func hasHead(_ head: [UInt8]) throws(FileError) -> Bool {
        if scan.head == Int64(head.count), try Self.read(descriptor, 0, head.count, path) == head { return true }
        guard scan.starts.isEmpty else { return false }
        guard ftruncate(descriptor, 0) == 0 else { throw FileError("truncate", errno, path) }
        try append(head, at: 0)
        scan = try Self.scan(descriptor, path)
        return true
    }

    private func append(_ bytes: [UInt8], at offset: Int64) throws(FileError) {
        let failure = bytes.withUnsafeBytes { WholeFile.write($0, to: descriptor, at: offset) }
        guard failure == 0 else { throw FileError("write", failure, path) }
    }

    // MARK: packets

    func write(_ packet: Packet) throws(PreparationError) {
        if let held, let end = packet.time {
            try put(held, until: end)
            if packet.isKeyframe { try endFragment() }
        }
        held = packet
    }

    private func put(_ packet: Packet, until end: MediaTime) throws(PreparationError) {
        try PreparationError.ofMedia { () throws(MediaError) in
            try muxer?.write(packet, duration: max(.zero, end - (packet.time ?? end)))
        }
        hasFragment = true
    }

    private func endFragment() throws(PreparationError) {
        guard hasFragment, let muxer else { return }
        let bytes = try PreparationError.ofMedia { () throws(MediaError) in try muxer.endFragment() }
        hasFragment = false
        let begin = scan.end
        try PreparationError.ofFile { () throws(FileError) in try append(bytes, at: begin) }
        scan.extend(to: begin + Int64(bytes.count)) { offset, count in
            Array(bytes.dropFirst(Int(offset - begin)).prefix(count))
        }
    }

    /// Synchronizes the file to the disk.
    func finish(at end: MediaTime) throws(PreparationError) {
        if let held { try put(held, until: end) }
        held = nil
        try endFragment()
        guard fdatasync(descriptor) == 0 else { throw PreparationError(FileError("fdatasync", errno, path)) }
    }

    func commit() throws(FileError) {
        let failure = ByteText.withCString(path + Self.draftEnding) { draft in
            ByteText.withCString(path) { rename(draft, $0) == 0 ? 0 : errno }
        }
        guard failure == 0 else { throw FileError("rename", failure, path) }
    }
}

extension RenditionFile {
    /// Returns the start of the last complete fragment of an unfinished file, in ticks, or 0.
    static func lastStart(_ path: String) -> Int64 {
        let descriptor = ByteText.withCString(path + draftEnding) {
            tv_open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0)
        }
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        do throws(FileError) {
            return try scan(descriptor, path).starts.last ?? 0
        } catch {
            Log.shared.write(.warning, "library", "\(error)")
            return 0
        }
    }
}
