package import PlayCore

package struct ExternalSound: Sendable {
    package let file: ExternalTrack
    /// `nil` for the title in the file, else its name. Unverified text.
    package let title: String?
    /// `nil` for the language in the file.
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

    package func describing(_ track: TrackInfo) -> TrackInfo {
        var info = track
        info.external = file
        info.title = title ?? track.title ?? file.name.split(separator: "/").last.map(String.init)
        info.language = language ?? track.language
        return info
    }
}
