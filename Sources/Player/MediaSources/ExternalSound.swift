package import PlayCore

/// Sound of an item that is in a file of its own.
package struct ExternalSound: Sendable {
    package let file: ExternalTrack
    /// Nil: the file's own, else its name. Unverified text.
    package let title: String?
    /// Nil: the file's own.
    package let language: String?
    /// May block; the token ends waits.
    package let open: SessionInput.MediaOpener

    package init(
        _ file: ExternalTrack, title: String? = nil, language: String? = nil, open: @escaping SessionInput.MediaOpener
    ) {
        self.file = file
        self.title = title
        self.language = language
        self.open = open
    }

    /// How a track of the file is listed.
    package func describing(_ track: TrackInfo) -> TrackInfo {
        var info = track
        info.external = file
        info.title = title ?? track.title ?? file.name.split(separator: "/").last.map(String.init)
        info.language = language ?? track.language
        return info
    }
}
