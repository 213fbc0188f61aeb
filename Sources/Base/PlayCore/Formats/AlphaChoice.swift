/// The source of a video's transparency (`--video-alpha`).
package enum AlphaChoice: String, Sendable, CaseIterable {
    /// The opacity of the video's own pixels, if they have any.
    case automatic = "auto"
    case none
    /// A grey picture beside the coloured one, of the same size.
    case right, left, top, bottom

    package var side: AlphaSide? {
        switch self {
        case .automatic, .none: nil
        case .right: .right
        case .left: .left
        case .top: .top
        case .bottom: .bottom
        }
    }
}

package enum AlphaSide: Sendable, Equatable {
    case right, left, top, bottom

    /// Whether the halves lie side by side, so that the picture is half as wide as its frame.
    package var isBeside: Bool { self == .right || self == .left }

    package var opposite: AlphaSide {
        switch self {
        case .right: .left
        case .left: .right
        case .top: .bottom
        case .bottom: .top
        }
    }
}
