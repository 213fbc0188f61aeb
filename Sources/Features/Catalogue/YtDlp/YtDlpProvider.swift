package import PlayCore

/// Pages with videos, by the viewer's yt-dlp: `ytdl://ADDRESS`, and other addresses by ``isWanted(contentType:)``.
package struct YtDlpProvider: CatalogueProvider {
    private static let prefix = "ytdl://"
    private let program: YtDlpProgram

    package init(_ program: YtDlpProgram) { self.program = program }

    /// Returns whether the address is yt-dlp's. For other addresses the content type decides.
    package func recognizes(_ reference: String) -> Bool { reference.lowercased().hasPrefix(Self.prefix) }

    package static func isWanted(contentType: String?) -> Bool {
        ["text/html", "application/xhtml+xml"].contains(contentType?.lowercased())
    }

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

    /// Removes `ytdl://`. The rest may have no scheme (an ID, `ytsearch:words`); yt-dlp receives it unchanged.
    private static func address(_ reference: String) -> String {
        reference.lowercased().hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : reference
    }
}
