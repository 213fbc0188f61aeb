package import Access
package import Media
package import MediaSources
package import PlayCore
import Playlists

extension SourceAccess: MediaAccess {
    package func open(_ location: String, cancel: CancelToken, keeps: Bool) throws(ByteSourceError) -> any ByteSource {
        try open(location, cancel: cancel, keeps: keeps, headers: [])
    }

    package func open(
        _ location: String, from start: Int64, cancel: CancelToken
    ) throws(ByteSourceError) -> any ByteSource {
        var request = OpenRequest(location, cancel: cancel)
        request.start = start
        return try open(request)
    }

    package func openMedia(_ location: String, cancel: CancelToken, keeps: Bool) throws(MediaError) -> OpenedMedia {
        try openMedia(location, cancel: cancel, keeps: keeps, headers: [])
    }

    package func input(_ source: Source) -> SessionInput? { SessionInput(source: source, self) }
}

package enum ClassOpeners {
    package static var all: [any Opener] { [ClassOpener(), SilenceOpener()] }
}

struct ClassOpener: Opener {
    var isClock: Bool { true }

    func opens(_ location: String) -> Bool { ClassItem(location) != nil }

    /// A class has no bytes to read.
    func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource {
        throw ByteSourceError(.forbiddenScheme, operation: "open", context: request.location)
    }

    func media(_ request: OpenRequest, _ access: SourceAccess) throws(MediaError) -> OpenedMedia {
        guard let room = ClassItem(request.location) else {
            throw MediaError(.unreadable, operation: "open", libraryText: "no room")
        }
        return try room.open(access, request.cancel)
    }
}

struct SilenceOpener: Opener {
    var isClock: Bool { true }

    func opens(_ location: String) -> Bool { SilentSource(location) != nil }

    func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource {
        if let silence = SilentSource(request.location) { return silence }
        throw ByteSourceError(.forbiddenScheme, operation: "open", context: request.location)
    }
}
