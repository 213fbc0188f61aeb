import Classes
import Encoding
package import HTTPServing
import PlayCore

/// The folder of recordings with their addresses. Each address contains a code derived from the server's key. Anyone
/// with the address can read the recording, but the server sends it only to people in the class.
package struct RecordingLibrary: Sendable, Equatable {
    package let folder: String
    /// `https://HOST[:PORT]`, or `nil` if viewers cannot reach the server.
    private let publicAddress: String?
    private let linkEnding: String
    private let key: [UInt8]

    private static let path = "recordings"
    private static let files = [ClassPlace.manifest: "application/json", RecordingWriter.signals: "application/jsonl"]

    /// - Parameter linkEnding: the end of each address, with which clients verify the server.
    package init(folder: String, publicAddress: String?, linkEnding: String = "", key: [UInt8]) {
        (self.folder, self.publicAddress, self.linkEnding, self.key) = (folder, publicAddress, linkEnding, key)
    }

    /// Returns `nil` if viewers cannot reach the server, or the recording is closed to all.
    package func address(of id: String, for audience: RecordingAudience = .everyone) -> String? {
        guard let publicAddress, audience != .none else { return nil }
        let code = code(id, for: audience)
        return "\(publicAddress)/\(Self.path)/\(code)/\(id)/\(ClassPlace.manifest)\(linkEnding)"
    }

    /// The code for teachers stays valid when everyone may watch, but not the reverse.
    private func code(_ id: String, for audience: RecordingAudience) -> String {
        // A line feed separates the parts, because neither a class's name nor a number contains one.
        let text = "tvplay-recording-1\n\(id)" + (audience == .everyone ? "" : "\n" + audience.rawValue)
        return Base64.addressText(HMACSHA256.code(for: Array(text.utf8), key: key))
    }

    private func admits(_ given: String, to id: String, _ audience: RecordingAudience) -> Bool {
        let valid: [RecordingAudience] =
            switch audience {
            case .everyone: [.everyone, .teachers]
            case .teachers: [.teachers]
            case .none: []
            }
        return valid.contains { HMACSHA256.areEqual(code(id, for: $0).utf8, given.utf8) }
    }

    /// Returns `nil` for requests that are not for a recording. Any thread.
    package func answer(
        _ request: HTTPServerRequest, _ audiences: RecordingAudiences = RecordingAudiences()
    ) -> HTTPServerResponse? {
        let parts = request.target.segments
        guard parts.first == Self.path else { return nil }
        guard request.method == .get || request.method == .head else { return .methodNotAllowed([.get, .head]) }
        // Only this server can compute the code, so the ID names a folder of the library.
        guard parts.count >= 4, admits(parts[1], to: parts[2], audiences.audience(of: parts[2])),
            let type = Self.type(parts[3...]), !RecordingEntry.isClosed(folder + "/" + parts[2])
        else { return .notFound }
        do throws(FileError) {
            let path = "\(folder)/\(parts[2])/\(parts[3...].joined(separator: "/"))"
            return try .file(path, type: type, for: request)
        } catch {
            Log.shared.write(.warning, "keeper", error.description)
            return .notFound
        }
    }

    private static func type(_ place: ArraySlice<String>) -> String? {
        guard place.first == RecordingWriter.media else {
            return place.count == 1 ? files[place[place.startIndex]] : nil
        }
        guard place.count == 2, let name = place.last else { return nil }
        if name == RecordingWriter.mediaList { return "application/vnd.apple.mpegurl" }
        let isSegment = name.hasSuffix(".ts") && name.utf8.dropLast(3).allSatisfy { (48...57).contains($0) }
        return isSegment ? "video/mp2t" : nil
    }

    /// Returns milliseconds since 1970, or `nil` if the ID belongs to another class.
    static func start(of id: String, in name: String) -> Int64? {
        id.hasPrefix(name + "-") ? Int64(id.dropFirst(name.count + 1)) : nil
    }

    func resumable(of name: String, _ live: LiveArea, for audience: RecordingAudience) -> String? {
        guard live.isRecording, let id = newest(of: name) else { return nil }
        guard audience == .everyone else { return id }
        return live.recordings.last.map { $0.contains("/\(id)/") } ?? true ? id : nil
    }

    private func newest(of name: String) -> String? {
        let all = FolderWalk.names(in: folder, for: "keeper").compactMap { id in
            Self.start(of: id, in: name).map { (id: id, start: $0) }
        }
        return all.max { $0.start < $1.start }?.id
    }

    /// Completes the recordings that a previous keeper left open and that have no writer. `kept` is the ID of the
    /// recording that continues.
    func finishAbandoned(of name: String, but kept: String? = nil) {
        for entry in FolderWalk.names(in: folder, for: "keeper") {
            guard entry != kept, Self.start(of: entry, in: name) != nil else { continue }
            do throws(FileError) {
                try RecordingWriter.finish(folder + "/" + entry)
            } catch {
                Log.shared.write(.error, "keeper", "\(entry): \(error.description)")
            }
        }
    }
}
