import Encoding
package import HTTPServing
import PlayCore
import Rooms

/// Where recorded classes lie, and at which address each is had. Whoever knows an address may read what is there: it
/// follows from the server's key, and only those who attend the class are told. A value.
package struct RecordingLibrary: Sendable, Equatable {
    /// A folder for each recording, named by its id.
    package let folder: String
    /// Of this server as viewers reach it, `https://HOST[:PORT]`; nil: they do not.
    private let publicAddress: String?
    private let linkEnding: String
    private let key: [UInt8]

    private static let path = "recordings"
    private static let files = [RoomPlace.manifest: "application/json", RecordingWriter.signals: "application/jsonl"]

    /// - Parameter linkEnding: follows each address: by what its server is trusted.
    package init(folder: String, publicAddress: String?, linkEnding: String = "", key: [UInt8]) {
        (self.folder, self.publicAddress, self.linkEnding, self.key) = (folder, publicAddress, linkEnding, key)
    }

    /// Nil: it is had only on this machine.
    package func address(of id: String) -> String? {
        publicAddress.map { "\($0)/\(Self.path)/\(code(id))/\(id)/\(RoomPlace.manifest)\(linkEnding)" }
    }

    private func code(_ id: String) -> String {
        // Neither a class's name nor a number has a line feed.
        Base64.addressText(HMACSHA256.code(for: Array("tvplay-recording-1\n\(id)".utf8), key: key))
    }

    /// Nil: it is about something else. Any thread.
    package func answer(_ request: HTTPServerRequest) -> HTTPServerResponse? {
        let parts = request.target.segments
        guard parts.first == Self.path else { return nil }
        guard request.method == .get || request.method == .head else { return .methodNotAllowed([.get, .head]) }
        // The code was made here, so the id names a folder of ours.
        guard parts.count >= 4, HMACSHA256.areEqual(code(parts[2]).utf8, parts[1].utf8),
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

    /// Of what a recording has; nil: it is no file of one.
    private static func type(_ place: ArraySlice<String>) -> String? {
        guard place.first == RecordingWriter.media else {
            return place.count == 1 ? files[place[place.startIndex]] : nil
        }
        guard place.count == 2, let name = place.last else { return nil }
        if name == RecordingWriter.mediaList { return "application/vnd.apple.mpegurl" }
        let isSegment = name.hasSuffix(".ts") && name.utf8.dropLast(3).allSatisfy { (48...57).contains($0) }
        return isSegment ? "video/mp2t" : nil
    }

    /// When a recording of a class began, in milliseconds since 1970, or `nil` if the id is none of the class's.
    static func start(of id: String, in name: String) -> Int64? {
        id.hasPrefix(name + "-") ? Int64(id.dropFirst(name.count + 1)) : nil
    }

    /// The id of the recording that a class in this state continues, or `nil` if there is none.
    func resumable(of name: String, _ live: LiveArea) -> String? {
        guard live.isRecording, let id = newest(of: name) else { return nil }
        // The class knows it by its address, where it has one.
        return live.recordings.last.map { $0.contains("/\(id)/") } ?? true ? id : nil
    }

    /// The id of the newest recording of a class, or `nil` if there is none.
    private func newest(of name: String) -> String? {
        let all = FolderWalk.names(in: folder, for: "keeper").compactMap { id in
            Self.start(of: id, in: name).map { (id: id, start: $0) }
        }
        return all.max { $0.start < $1.start }?.id
    }

    /// Ends what a keeper before left unended: it is as long as what was written. Nobody may write meanwhile.
    ///
    /// - Parameter kept: the id of one that continues.
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
