package import PlayCore

/// An award with its large effect. A value; its texts are unverified.
package struct AwardView: Sendable, Equatable {
    package var fromUserName: String
    /// Nil: it has no picture.
    package var page: SlidePage?

    package init(fromUserName: String, page: SlidePage? = nil) {
        self.fromUserName = fromUserName
        self.page = page
    }
}

/// The award that is given, over the panes for some seconds of the recording; then the screen is as it
/// was. A value.
package struct ShownAward: Sendable, Equatable {
    /// Of the recording.
    private static let duration = MediaTime.seconds(4)

    package let view: AwardView
    /// When it is over.
    package let end: MediaTime

    /// - Parameters:
    ///   - picture: where it is; nil: it has none, or none that may be read.
    ///   - folder: of a local room.
    package init(_ award: Award, at time: MediaTime, picture: String?, folder: String?) {
        var page = picture.map { SlidePage(picture: $0) }
        page?.folder = folder
        view = AwardView(fromUserName: award.fromUserName, page: page)
        end = time + Self.duration
    }
}
