package import PlayCore

package struct ExternalSound: Sendable {
    package let file: ExternalTrack
    /// The title, or `nil` to use the title in the file, else its name. Unverified text.
    package let title: String?
    /// The language, or `nil` to use the language in the file.
    package let language: String?
    /// Opens the file. May block; the token ends waits.
    package let open: SessionInput.MediaOpener

    package init(
        _ file: ExternalTrack, title: String? = nil, language: String? = nil, open: @escaping SessionInput.MediaOpener
    ) {
        self.file = file
        self.title = title
        self.language = language
        self.open = open
    }

    /// Returns the description of a track of the file, for lists.
    package func describing(_ track: TrackInfo) -> TrackInfo {
        var info = track
        info.external = file
        info.title = title ?? track.title ?? file.name.split(separator: "/").last.map(String.init)
        info.language = language ?? track.language
        return info
    }
}
