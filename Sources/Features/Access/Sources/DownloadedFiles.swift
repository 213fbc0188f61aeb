import ByteCaches
import DownloadModel
import Downloads
import PlayCore
import Playlists
import Transport

/// Files of this machine: encrypted downloads, and those that are half there, among them. One for each
/// process.
struct DownloadedFiles: Sendable {
    private let keys: SecureKeySource

    init(key place: SecureKeySource.Place) { keys = SecureKeySource(place) }

    /// Encrypted files are no others for whoever reads.
    func open(_ path: String, cancel: CancelToken) throws(ByteSourceError) -> any ByteSource {
        if let encrypted = try encrypted(path, cancel: cancel) { return encrypted }
        return try FileByteSource(path: path, cancel: cancel)
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
    private func encrypted(_ path: String, cancel: CancelToken) throws(ByteSourceError) -> (any ByteSource)? {
        guard EncryptedByteSource.recognizes(path) else { return nil }
        do throws(DownloadProblem) {
            return try EncryptedByteSource(path: path, key: try keys.key(cancel: cancel), cancel: cancel)
        } catch {
            throw ByteSourceError(error, path)
        }
    }

    /// What is on the disk of a file that is being downloaded, and the rest from the server. Nil: nothing usable
    /// is there. Whatever hinders that does not hinder playing from the server.
    func partial(_ place: PartialFile, rest upstream: HTTPUpstream, cancel: CancelToken) -> PartialByteSource? {
        do throws(DownloadProblem) {
            return try PartialByteSource(
                place, key: place.mode == .secure ? try keys.key(cancel: cancel) : nil, upstream: upstream,
                cancel: cancel)
        } catch {
            // What the key's program said is not for the log.
            Log.shared.write(.warning, "download", "the part is not played: \(error.code.rawValue)")
            return nil
        }
    }
}

extension ByteSourceError {
    fileprivate init(_ problem: DownloadProblem, _ path: String) {
        self.init(.encrypted, operation: "open", context: path)
        detail = problem.detail.isEmpty ? problem.code.rawValue : problem.detail
    }
}
