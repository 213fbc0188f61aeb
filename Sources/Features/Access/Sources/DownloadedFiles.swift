import ByteCaches
import DownloadModel
import Downloads
import PlayCore
import Playlists
import Transport

/// Opens files of this machine, including encrypted and partial downloads. One for each process.
struct DownloadedFiles: Sendable {
    private let keys: SecureKeySource

    init(key place: SecureKeySource.Place) { keys = SecureKeySource(place) }

    func open(_ path: String, cancel: CancelToken) throws(ByteSourceError) -> any ByteSource {
        if let encrypted = try encrypted(path, cancel: cancel) { return encrypted }
        return try FileByteSource(path: path, cancel: cancel)
    }

    /// Returns `Film.sound.m4a` for `Film.mp4`, and encrypted `Film.sound.m4a.sealed` for `Film.mp4.sealed`.
    static func sound(beside path: String) -> String? {
        let isSealed = path.hasSuffix(ItemNames.sealedEnding)
        let name = isSealed ? String(path.dropLast(ItemNames.sealedEnding.count)) : path
        let (stem, ending) = SafeFileName.split(name)
        guard !ending.isEmpty, !stem.hasSuffix(".sound") else { return nil }
        return ItemNames.soundEndings.lazy.map { stem + ".sound." + $0 + (isSealed ? ItemNames.sealedEnding : "") }
            .first(where: FileSystemAccess.exists)
    }

    private func encrypted(_ path: String, cancel: CancelToken) throws(ByteSourceError) -> (any ByteSource)? {
        guard EncryptedByteSource.recognizes(path) else { return nil }
        do throws(DownloadProblem) {
            return try EncryptedByteSource(path: path, key: try keys.key(cancel: cancel), cancel: cancel)
        } catch {
            throw ByteSourceError(error, path)
        }
    }

    /// Returns `nil` if the disk has nothing usable. The caller then plays only from the server.
    func partial(_ place: PartialFile, rest upstream: HTTPUpstream, cancel: CancelToken) -> PartialByteSource? {
        do throws(DownloadProblem) {
            return try PartialByteSource(
                place, key: place.mode == .secure ? try keys.key(cancel: cancel) : nil, upstream: upstream,
                cancel: cancel)
        } catch {
            // The log must not contain output of the key's program.
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
