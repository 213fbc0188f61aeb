import Addresses
import ClassPlayback
import Classes
import Foundation
import Media
import MediaSources
import PlayCore
import Playlists
import TestSupport
import Transport

/// A folder for packages and other files, which is removed with its test.
final class ClassFolder {
    let url: URL

    init() throws { url = try BuiltProgram.temporaryFolder() }

    deinit { BuiltProgram.remove(url) }

    func path(_ name: String = "") -> String { name.isEmpty ? url.path : url.appendingPathComponent(name).path }

    func put(_ name: String, _ bytes: [UInt8]) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func put(_ name: String, _ text: String) throws { try put(name, Array(text.utf8)) }

    func put(_ contents: ClassContents, in folder: String = "") throws {
        try ClassPackageWriter { try self.put(folder.isEmpty ? $0 : folder + "/" + $0, $1) }.write(contents)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }
}

struct FileAccess: MediaAccess {
    func open(_ location: String, from start: Int64, cancel: CancelToken) throws(ByteSourceError) -> any ByteSource {
        try open(location, cancel: cancel, keeps: false)
    }

    let headers = Monitor<[String: [HTTPHeader]]>([:])
    /// `nil` if nothing can be played.
    var inputs: (@Sendable (Source) -> SessionInput?)?

    func open(_ location: String, cancel: CancelToken, keeps: Bool) throws(ByteSourceError) -> any ByteSource {
        if let silence = SilentSource(location) { return silence }
        guard !AddressText.isAddress(location) else {
            throw ByteSourceError(.notFound, operation: "open", context: location)
        }
        return try FileByteSource(path: location, cancel: cancel)
    }

    func openMedia(_ location: String, cancel: CancelToken, keeps: Bool) throws(MediaError) -> OpenedMedia {
        do throws(ByteSourceError) {
            return .bytes(try open(location, cancel: cancel, keeps: keeps))
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
    }

    func input(_ source: Source) -> SessionInput? { inputs?(source) }

    func setHeaders(_ headers: [HTTPHeader], forServerOf address: Address) {
        self.headers.withLock { $0[address.host] = headers }
    }
}

extension ClassContents {
    /// Has a video, a page with a picture, and lines of chat at 0 and 6 seconds.
    static func algebra(_ change: (inout ClassContents) -> Void = { _ in }) -> ClassContents {
        var info = ClassInfo(playbackID: "p")
        info.title = "Algebra"
        info.media = [.init("clip.mp4")]
        let mei = ClassUser(id: "m", name: "Mei")
        let page = ClassDocument.Page(picture: "page.png", text: "the words of the slide")
        var contents = ClassContents(
            info: info,
            events: [
                ClassEvent(.zero, .documentAdded(ClassDocument(id: "d", kind: .slides, pages: [page]))),
                ClassEvent(.zero, .pageShown(PageChange(PageKey(document: "d", page: 0)))),
                ClassEvent(.zero, .message(ChatMessage(id: "1", time: .zero, author: mei, text: "early"))),
                ClassEvent(
                    .seconds(6), .message(ChatMessage(id: "2", time: .seconds(6), author: mei, text: "late"))),
            ])
        change(&contents)
        return contents
    }
}
