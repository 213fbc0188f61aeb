/// The kinds of controls; each has one widget.
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
    /// Shows `LIVE`, or the delay; seeks to the live edge.
    case live = "ButtonGoToLive"
    /// Only for spherical video.
    case goggles = "ButtonVRGoggles"
    /// Shows the viewer's own text.
    case text = "ViewText"

    package var isEssential: Bool { self == .playback || self == .progress }

    /// Whether `Tab` stops here and `Enter` has an effect.
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
