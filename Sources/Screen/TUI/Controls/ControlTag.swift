/// The kind of a control of the bar. One widget per tag.
package enum ControlTag: String, Sendable, CaseIterable {
    case playback = "ButtonPlayback"
    case previous = "ButtonPrevious"
    case next = "ButtonNext"
    case jumpBack = "ButtonJumpBack"
    case currentTime = "LabelCurrentTime"
    case timeSeparator = "LabelTimeSeparator"
    case duration = "LabelDuration"
    case progress = "SliderProgress"
    case closedCaption = "ButtonClosedCaption"
    case screenMode = "ButtonScreenMode"
    case externalRoute = "ViewExternalRoute"
    /// A spacer.
    case empty = "ViewEmpty"
    /// The current item's number and title.
    case title = "LabelTitle"
    /// An empty view that holds the logo.
    case logo = "ViewLogo"
    case volume = "LabelVolume"
    case speed = "LabelSpeed"
    case definition = "ButtonDefinition"
    /// At the live edge, or the delay behind it; leads to it.
    case live = "ButtonGoToLive"
    /// One view or two, for goggles; only for a video of a whole sphere.
    case goggles = "ButtonVRGoggles"
    /// An empty view with a text of the viewer's.
    case text = "ViewText"

    /// Whether it is never dropped when the space is short.
    package var isEssential: Bool { self == .playback || self == .progress }

    /// Whether `Tab` stops here and `Enter` does something.
    package var isFocusable: Bool {
        switch self {
        case .playback, .previous, .next, .jumpBack, .duration, .volume, .speed, .closedCaption, .screenMode,
            .definition, .externalRoute, .goggles,
            .live:
            true
        case .currentTime, .timeSeparator, .progress, .empty, .title, .logo, .text: false
        }
    }
}
