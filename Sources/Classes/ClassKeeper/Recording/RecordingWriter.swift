import CPlatform
import Classes
import Glibc
import PlayCore

/// Writes the package of a class. Its signals grow by whole lines, so it can be played while it is written, and stays
/// valid if the keeper is killed. For the keeper's thread.
final class RecordingWriter {
    let folder: String
    private let descriptor: Int32
    private var manifest: ClassManifest
    private var length = 0

    static let signals = "signals.jsonl"
    static let media = "media"
    static let mediaList = "index.m3u8"

    /// Creates the package, and the `folder` of all recordings if needed. With `hasMedia`, sound and pictures go to
    /// ``mediaFolder``.
    init(_ info: ClassInfo, _ events: [ClassEvent], in folder: String, hasMedia: Bool) throws(FileError) {
        self.folder = folder + "/" + info.playbackID
        var info = info
        if hasMedia { info.media = [ClassInfo.Media(Self.media + "/" + Self.mediaList)] }
        try FolderMaking.make(self.folder + (hasMedia ? "/" + Self.media : ""), mode: 0o700)
        var recording = ClassManifest.Recording(info)
        recording.signals.all = Self.signals
        manifest = ClassManifest(recordings: [recording])
        let path = self.folder + "/" + Self.signals
        descriptor = ByteText.withCString(path) {
            tv_open($0, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { throw FileError("open", errno, path) }
        try add(events)
        try writeManifest()
    }

    /// Continues a package that a previous keeper left open or completed. Removes an incomplete last line.
    static func resume(_ folder: String) throws(FileError) -> (writer: RecordingWriter, events: [ClassEvent]) {
        let bytes = try WholeFile.read(folder + "/" + ClassPlace.manifest, limit: ClassManifest.byteLimit)
        guard let manifest = try? ClassManifest(bytes, in: folder), manifest.recordings.count == 1 else {
            throw FileError("read", EINVAL, folder + "/" + ClassPlace.manifest)
        }
        let written = try wholeLines(of: folder)
        let events = JSONLines.read(ClassEvent.self, written, file: signals).lines
        return (try RecordingWriter(folder, manifest, length: written.count), events)
    }

    private init(_ folder: String, _ manifest: ClassManifest, length: Int) throws(FileError) {
        (self.folder, self.manifest, self.length) = (folder, manifest, length)
        let path = folder + "/" + Self.signals
        descriptor = ByteText.withCString(path) { tv_open($0, O_WRONLY | O_APPEND | O_CLOEXEC, 0) }
        guard descriptor >= 0 else { throw FileError("open", errno, path) }
        self.manifest.recordings[0].info.isOngoing = true
        self.manifest.recordings[0].info.duration = nil
        try writeManifest()
    }

    deinit { close(descriptor) }

    var hasMedia: Bool { !manifest.recordings[0].info.media.isEmpty }

    var mediaFolder: String { folder + "/" + Self.media }

    /// - Throws: `EFBIG` beyond the size that players read.
    func add(_ events: [ClassEvent]) throws(FileError) {
        let path = folder + "/" + Self.signals
        let bytes = JSONLines.write(events)
        guard length + bytes.count <= ClassLoader.signalLimit else { throw FileError("write", EFBIG, path) }
        let number = WholeFile.write(bytes, to: descriptor)
        guard number == 0 else { throw FileError("write", number, path) }
        length += bytes.count
    }

    func end(_ duration: MediaTime) throws(FileError) {
        manifest.recordings[0].info.isOngoing = false
        manifest.recordings[0].info.duration = duration
        try writeManifest()
    }

    /// Completes the package after a failure, so that its contents play as a whole recording.
    func abandon() {
        do throws(FileError) {
            try Self.finish(folder)
        } catch {
            Log.shared.write(.error, "keeper", error.description)
        }
    }

    private func writeManifest() throws(FileError) { try Self.write(manifest, in: folder) }

    private static func write(_ manifest: ClassManifest, in folder: String) throws(FileError) {
        let path = folder + "/" + ClassPlace.manifest
        try WholeFile.replace(path, with: manifest.bytes, draft: path + ".new", synchronizes: true)
    }

    /// Completes a package that was left open. Removes an incomplete last line, which players ignore.
    static func finish(_ folder: String) throws(FileError) {
        let path = folder + "/" + ClassPlace.manifest
        let bytes = try WholeFile.read(path, limit: ClassManifest.byteLimit)
        guard var manifest = try? ClassManifest(bytes, in: path), manifest.recordings.first?.info.isOngoing == true
        else { return }
        if !manifest.recordings[0].info.media.isEmpty { try finishMedia(folder + "/" + media) }
        let events = JSONLines.read(ClassEvent.self, try wholeLines(of: folder), file: signals).lines
        manifest.recordings[0].info.isOngoing = false
        manifest.recordings[0].info.duration = max(.zero, events.map(\.time).max() ?? .zero)
        try write(manifest, in: folder)
    }

    private static func wholeLines(of folder: String) throws(FileError) -> [UInt8] {
        let path = folder + "/" + signals
        let written = try WholeFile.read(path, limit: ClassLoader.signalLimit)
        let whole = Array(written[..<(written.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)])
        if whole.count < written.count {
            try WholeFile.replace(path, with: whole, draft: path + ".new", synchronizes: true)
        }
        return whole
    }

    /// Adds the end of the list if the recorder was killed before writing it. Players would otherwise wait for more
    /// segments.
    private static func finishMedia(_ folder: String) throws(FileError) {
        let path = folder + "/" + mediaList
        // Without a list, the recorder wrote no segment.
        guard access(path, F_OK) == 0 else { return }
        let text = try WholeFile.read(path, limit: ClassLoader.signalLimit)
        let end = Array("#EXT-X-ENDLIST\n".utf8)
        guard !text.suffix(end.count).elementsEqual(end) else { return }
        try WholeFile.replace(path, with: text + end, draft: path + ".new", synchronizes: true)
    }
}
