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
        try found(request.reference, cancel)
    }

    package func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo {
        guard case .video(let info) = try found(request.reference, cancel) else {
            throw CatalogueError(.unsupported(tr("this is a list of videos; open it as an album")), context: "yt-dlp")
        }
        return info
    }

    package func album(_ reference: String, token: Token?, cancel: CancelToken) throws(CatalogueError) -> AlbumList {
        guard case .album(let album) = try found(reference, cancel) else {
            throw CatalogueError(.unsupported(tr("not a list of videos")))
        }
        return album
    }

    private func found(_ reference: String, _ cancel: CancelToken) throws(CatalogueError) -> Found {
        let (page, entry) = YtDlpAnswer.split(Self.address(reference))
        return try YtDlpAnswer(try program.json(for: page, cancel: cancel), address: page).found(entry: entry)
    }

    /// Without a scheme of its own what follows `ytdl://` is meant for yt-dlp as it is (an id, `ytsearch:words`).
    private static func address(_ reference: String) -> String {
        reference.lowercased().hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : reference
    }
}
