package import PlayCore

/// Something else that a stream wants played in its place (HLS's interstitials): adverts mostly. A value; unverified
/// texts.
package struct StreamBreak: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        case start
        case end
        case at(MediaTime)
    }

    package enum Content: Sendable, Equatable {
        /// Address or path of one film or stream.
        case film(String)
        /// Of a list of them, in JSON.
        case list(String)
    }

    package enum Mark: Sendable, Equatable {
        /// Not at all: it is to look like the stream itself.
        case none
        case point
        /// As long as what it takes the place of.
        case range
    }

    /// The same in every reading of the stream.
    package let id: String
    package let place: Place
    package let content: Content
    /// Where the stream goes on behind it; nil: it takes the place of as much of the stream as it lasts.
    package var resumption: MediaTime?
    /// No more of it is played; nil: all.
    package var limit: MediaTime?
    /// From its beginning, when it may be skipped; nil: never.
    package var skipTime: MediaTime?
    /// How the slider shows where it is.
    package var mark = Mark.point

    package init(id: String, place: Place, content: Content) {
        (self.id, self.place, self.content) = (id, place, content)
    }
}
