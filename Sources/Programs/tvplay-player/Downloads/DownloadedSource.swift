import ByteCaches
import DownloadClient
import DownloadModel
import Downloads
import OptionSettings
import Options
import PlayCore
import Playlists
import Transport

/// DL-15, DL-27: bytes of downloads: of files that are encrypted, and of those that are half there. One for each process.
struct DownloadedFiles: Sendable {
    /// ADV-75.
    let keys: SecureKeySource

    init(_ options: DownloadOptions) {
        keys = SecureKeySource(options.keyPlace(standard: DownloadPlaces.ofThisUser()?.keyFile))
    }

    /// The sound of a video whose picture is a file of its own: `Film.sound.m4a` is that of `Film.mp4`, encrypted
    /// `Film.sound.m4a.sealed` that of `Film.mp4.sealed`. Nil: there is none.
    static func sound(beside path: String) -> String? {
        let isSealed = path.hasSuffix(ItemNames.sealedEnding)
        let name = isSealed ? String(path.dropLast(ItemNames.sealedEnding.count)) : path
        let (stem, ending) = SafeFileName.split(name)
        guard !ending.isEmpty, !stem.hasSuffix(".sound") else { return nil }
        return ItemNames.soundEndings.lazy.map { stem + ".sound." + $0 + (isSealed ? ItemNames.sealedEnding : "") }
            .first(where: FileSystemAccess.exists)
    }

    /// Nil: it is a file like any other.
    func encrypted(_ path: String, cancel: CancelToken) throws(ByteSourceError) -> (any ByteSource)? {
        guard EncryptedByteSource.recognizes(path) else { return nil }
        do throws(DownloadProblem) {
            return try EncryptedByteSource(path: path, key: try keys.key(cancel: cancel), cancel: cancel)
        } catch {
            throw ByteSourceError(error, path)
        }
    }
}

extension ByteSourceError {
    fileprivate init(_ problem: DownloadProblem, _ path: String) {
        self.init(.encrypted, operation: "open", context: path)
        detail = problem.detail.isEmpty ? problem.code.rawValue : problem.detail
    }
}

/// DL-27: a file at an address while it is being downloaded: what is on the disk comes from there, the rest from the
/// server, and all of it from the server where it is no longer the same file. What it tells of the network is the
/// server's.
final class PartialHTTPSource: NetworkByteSource {
    private let place: PartialFile
    private let files: DownloadedFiles
    private let upstream: HTTPUpstream
    private let cancelToken: CancelToken
    private let onChange: @Sendable () -> Void
    /// Opened by the first question; nil: not yet. Only the reading thread asks.
    private let opened = Monitor<(any ByteSource)?>(nil)

    /// - Parameter onChange: the server has another version by now, and what is on the disk is of no use. The reading
    ///   thread's.
    init(
        _ place: PartialFile, _ files: DownloadedFiles, server: HTTPUpstream, cancel: CancelToken,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.onChange = onChange
        self.place = place
        self.files = files
        upstream = server
        cancelToken = cancel
    }

    private var source: any ByteSource {
        if let source = opened.withLock({ $0 }) { return source }
        let new: any ByteSource = if let partial = partial() { partial } else { upstream.source }
        opened.withLock { $0 = new }
        return new
    }

    /// Nil: nothing usable is there. Whatever hinders that does not hinder playing from the server.
    private func partial() -> PartialByteSource? {
        do throws(DownloadProblem) {
            return try PartialByteSource(
                place, key: place.mode == .secure ? try files.keys.key(cancel: cancelToken) : nil, upstream: upstream,
                cancel: cancelToken)
        } catch {
            // What the key's program said is not for the log.
            Log.shared.write(.warning, "download", "the part is not played: \(error.code.rawValue)")
            return nil
        }
    }

    /// As the server says; waits for its first words. Nil while the disk has what is wanted: it is the file then.
    var contentType: String? { source is PartialByteSource ? nil : upstream.source.contentType }

    var size: Int64? { source.size }
    var canSeek: Bool { source.canSeek }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        do throws(ByteSourceError) {
            return try source.read(at: offset, into: buffer)
        } catch {
            if error.code == .changed { onChange() }
            throw error
        }
    }

    var network: NetworkStatus { upstream.network }
    func setAwaited(_ isAwaited: Bool) { upstream.setAwaited(isAwaited) }
    func reload() { upstream.reload() }
}
