package import PlayCore

/// Media that interrupts a stream (an interstitial of HLS), usually adverts. Unverified texts.
package struct StreamBreak: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        case start
        case end
        case at(MediaTime)
    }

    package enum Content: Sendable, Equatable {
        /// Address or path of one film or stream.
        case film(String)
        /// Address or path of a JSON list of films or streams.
        case list(String)
    }

    package enum Mark: Sendable, Equatable {
        /// The slider does not mark the break.
        case none
        case point
        /// On the slider the break covers the media that it replaces.
        case range
    }

    /// Constant in every reading of the stream.
    package let id: String
    package let place: Place
    package let content: Content
    /// The place where the stream resumes, or `nil` if the break replaces as much of the stream as it lasts.
    package var resumption: MediaTime?
    package var limit: MediaTime?
    /// The time from the start of the break, or `nil` if it may not be skipped.
    package var skipTime: MediaTime?
    package var mark = Mark.point

    package init(id: String, place: Place, content: Content) {
        (self.id, self.place, self.content) = (id, place, content)
    }
}
