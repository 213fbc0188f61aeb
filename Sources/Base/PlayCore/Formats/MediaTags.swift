/// Unverified text from outside.
package struct MediaTags: Sendable, Equatable {
    package var title: String?
    package var artist: String?
    package var album: String?
    package var station: String?
    package var replayGain: ReplayGain.Tags?

    package init(title: String? = nil, artist: String? = nil, album: String? = nil) {
        self.title = title
        self.artist = artist
        self.album = album
    }
}
