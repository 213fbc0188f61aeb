/// What a container says of its content. Unverified text from outside; nil: it says nothing.
package struct MediaTags: Sendable, Equatable {
    package var title: String?
    package var artist: String?
    package var album: String?
    /// Of an Internet radio.
    package var station: String?
    package var replayGain: ReplayGain.Tags?

    package init(title: String? = nil, artist: String? = nil, album: String? = nil) {
        self.title = title
        self.artist = artist
        self.album = album
    }
}
