/// One widget per tag.
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
    case empty = "ViewEmpty"
    /// With the item's number.
    case title = "LabelTitle"
    case logo = "ViewLogo"
    case volume = "LabelVolume"
    case speed = "LabelSpeed"
    case definition = "ButtonDefinition"
    /// Shows the live edge, or the delay behind it; leads to the edge.
    case live = "ButtonGoToLive"
    /// Only for a video of a whole sphere.
    case goggles = "ButtonVRGoggles"
    /// Shows the viewer's own text.
    case text = "ViewText"

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
