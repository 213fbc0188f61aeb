import Localization
package import PlayCore

/// Addresses of pages with videos, by the yt-dlp that the viewer has: `ytdl://ADDRESS`, and what
/// ``isWanted(contentType:)`` says of others.
package struct YtDlpProvider: CatalogueProvider {
    private static let prefix = "ytdl://"
    private let program: YtDlpProgram

    package init(_ program: YtDlpProgram) { self.program = program }

    /// Only what asks for it by name: of other addresses the answer tells.
    package func recognizes(_ reference: String) -> Bool { reference.lowercased().hasPrefix(Self.prefix) }

    /// Whether an address whose answer is of this type is a page rather than a video.
    package static func isWanted(contentType: String?) -> Bool {
        ["text/html", "application/xhtml+xml"].contains(contentType?.lowercased())
    }

    /// - Parameter request: its reference with or without `ytdl://`.
    package func find(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> Found {
        let address = Self.address(request.reference)
        let tree = try program.json(for: address, cancel: cancel)
        return YtDlpInfo.isList(tree)
            ? .album(try YtDlpInfo.album(tree, address: address))
            : .video(try YtDlpInfo.playInfo(tree, address: address))
    }

    package func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo {
        let address = Self.address(request.reference)
        let tree = try program.json(for: address, cancel: cancel)
        guard !YtDlpInfo.isList(tree) else {
            throw CatalogueError(.unsupported(tr("this is a list of videos; open it as an album")), context: "yt-dlp")
        }
        return try YtDlpInfo.playInfo(tree, address: address)
    }

    package func album(_ reference: String, token: Token?, cancel: CancelToken) throws(CatalogueError) -> AlbumList {
        let address = Self.address(reference)
        let tree = try program.json(for: address, cancel: cancel)
        guard YtDlpInfo.isList(tree) else { throw CatalogueError(.unsupported(tr("not a list of videos"))) }
        return try YtDlpInfo.album(tree, address: address)
    }

    /// Without a scheme of its own what follows `ytdl://` is meant for yt-dlp as it is (an id, `ytsearch:words`).
    private static func address(_ reference: String) -> String {
        reference.lowercased().hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : reference
    }
}
