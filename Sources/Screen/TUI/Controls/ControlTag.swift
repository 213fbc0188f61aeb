/// UI-14: what a control of the bar is. One widget per tag.
package enum ControlTag: String, Sendable, CaseIterable {
    case playback = "ButtonPlayback"
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
    /// An empty view that holds the logo (UI-15, UI-16).
    case logo = "ViewLogo"
    case volume = "LabelVolume"
    case speed = "LabelSpeed"
    case definition = "ButtonDefinition"
    /// UI-08: at the live edge, or how far behind; leads to it.
    case live = "ButtonGoToLive"
    /// UI-15: an empty view with a text of the viewer's.
    case text = "ViewText"

    /// Never dropped when the room is short (UI-13).
    package var isEssential: Bool { self == .playback || self == .progress }

    /// Whether `Tab` stops here and `Enter` does something.
    package var isFocusable: Bool {
        switch self {
        case .playback, .jumpBack, .duration, .volume, .speed, .closedCaption, .screenMode, .definition, .externalRoute,
            .live:
            true
        case .currentTime, .timeSeparator, .progress, .empty, .logo, .text: false
        }
    }
}
