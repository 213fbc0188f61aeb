package import PlayCore

/// An award with its large effect. The texts are unverified.
package struct AwardView: Sendable, Equatable {
    package var fromUserName: String
    package var page: SlidePage?
    /// The film in place of the picture, or `nil` if there is none or it cannot be shown.
    package var film: AwardFilm?

    package init(fromUserName: String, page: SlidePage? = nil, film: AwardFilm? = nil) {
        self.fromUserName = fromUserName
        self.page = page
        self.film = film
    }
}

/// A short film over the panes.
package struct AwardFilm: Sendable, Equatable {
    /// A path or address.
    package let location: String
    package let alpha: AlphaChoice

    package init(location: String, alpha: AlphaChoice) {
        (self.location, self.alpha) = (location, alpha)
    }
}

/// The award that is shown over the panes for some seconds of the recording. The screen is unchanged afterwards.
package struct ShownAward: Sendable, Equatable {
    /// The duration of a picture, in time of the recording.
    private static let duration = MediaTime.seconds(4)
    private static let longest = MediaTime.seconds(30)

    package private(set) var view: AwardView
    package let start: MediaTime
    package private(set) var end: MediaTime

    /// `picture` and `film` are places, or `nil` if there is none or it may not be read.
    package init(_ award: Award, at time: MediaTime, picture: String?, film: String?, folder: String?) {
        var page = picture.map { SlidePage(picture: $0) }
        page?.folder = folder
        view = AwardView(
            fromUserName: award.fromUserName, page: page,
            film: film.map {
                AwardFilm(location: $0, alpha: award.alpha.flatMap(AlphaChoice.init(rawValue:)) ?? .automatic)
            })
        start = time
        end = time + (film == nil ? Self.duration : Self.longest)
    }

    package func ending(after length: MediaTime) -> ShownAward {
        var other = self
        other.end = min(end, start + length)
        return other
    }

    /// The award without a film that cannot be shown: its picture and giver, for the time of a picture.
    package var withoutFilm: ShownAward {
        var other = ending(after: Self.duration)
        other.view.film = nil
        return other
    }
}
