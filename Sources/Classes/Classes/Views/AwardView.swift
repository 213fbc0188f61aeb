package import PlayCore

package struct AwardView: Sendable, Equatable {
    package var fromUserName: String
    package var page: SlidePage?
    /// Replaces the picture; `nil` if no film can be shown.
    package var film: AwardFilm?

    package init(fromUserName: String, page: SlidePage? = nil, film: AwardFilm? = nil) {
        self.fromUserName = fromUserName
        self.page = page
        self.film = film
    }
}

package struct AwardFilm: Sendable, Equatable {
    package let location: String
    package let alpha: AlphaChoice

    package init(location: String, alpha: AlphaChoice) {
        (self.location, self.alpha) = (location, alpha)
    }
}

/// The award shown over the panes for some seconds of the recording. It leaves the screen unchanged.
package struct ShownAward: Sendable, Equatable {
    /// Of a picture, in time of the recording.
    private static let duration = MediaTime.seconds(4)
    private static let longest = MediaTime.seconds(30)

    package private(set) var view: AwardView
    package let start: MediaTime
    package private(set) var end: MediaTime

    /// `picture` and `film` are places; `nil` for none, or for one that may not be read.
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

    /// For a film that cannot be shown. The picture and the giver are shown for the duration of a picture.
    package var withoutFilm: ShownAward {
        var other = ending(after: Self.duration)
        other.view.film = nil
        return other
    }
}
