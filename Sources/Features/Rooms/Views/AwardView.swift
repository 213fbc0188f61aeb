package import PlayCore

/// An award with its large effect. A value; its texts are unverified.
package struct AwardView: Sendable, Equatable {
    package var fromUserName: String
    /// Nil: it has no picture.
    package var page: SlidePage?
    /// Instead of the picture; nil: it has none, or it cannot be shown.
    package var film: AwardFilm?

    package init(fromUserName: String, page: SlidePage? = nil, film: AwardFilm? = nil) {
        self.fromUserName = fromUserName
        self.page = page
        self.film = film
    }
}

/// A short film over the panes. A value.
package struct AwardFilm: Sendable, Equatable {
    /// Path or address.
    package let location: String
    package let alpha: AlphaChoice

    package init(location: String, alpha: AlphaChoice) {
        (self.location, self.alpha) = (location, alpha)
    }
}

/// The award that is given, over the panes for some seconds of the recording; then the screen is as it
/// was. A value.
package struct ShownAward: Sendable, Equatable {
    /// Of the recording.
    private static let duration = MediaTime.seconds(4)
    /// Of a film, at most.
    private static let longest = MediaTime.seconds(30)

    package private(set) var view: AwardView
    package let start: MediaTime
    /// When it is over.
    package private(set) var end: MediaTime

    /// - Parameters:
    ///   - picture: where it is; nil: it has none, or none that may be read.
    ///   - film: the same for its film.
    ///   - folder: of a local room.
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

    /// Its film is so long.
    package func ending(after length: MediaTime) -> ShownAward {
        var other = self
        other.end = min(end, start + length)
        return other
    }

    /// What is left of it where the film cannot be shown.
    package var withoutFilm: ShownAward {
        var other = ending(after: Self.duration)
        other.view.film = nil
        return other
    }
}
