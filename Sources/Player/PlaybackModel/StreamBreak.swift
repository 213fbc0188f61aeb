package import PlayCore

/// Other media that a stream plays in its place (an interstitial of HLS), mostly adverts. Unverified texts.
package struct StreamBreak: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        case start
        case end
        case at(MediaTime)
    }

    package enum Content: Sendable, Equatable {
        /// The address or path of one film or stream.
        case film(String)
        /// The address or path of a list of them, in JSON.
        case list(String)
    }

    package enum Mark: Sendable, Equatable {
        /// The break is not marked: it should look like the stream itself.
        case none
        case point
        /// The break is as long as the media that it replaces.
        case range
    }

    /// The identifier, the same in every reading of the stream.
    package let id: String
    package let place: Place
    package let content: Content
    /// The position at which the stream resumes, or `nil` if the break replaces as much of the stream as it lasts.
    package var resumption: MediaTime?
    /// The length after which the break ends.
    package var limit: MediaTime?
    /// The time from the start of the break after which it may be skipped, or `nil` if never.
    package var skipTime: MediaTime?
    package var mark = Mark.point

    package init(id: String, place: Place, content: Content) {
        (self.id, self.place, self.content) = (id, place, content)
    }
}
