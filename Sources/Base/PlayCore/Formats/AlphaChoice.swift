/// The source of a video's transparency (`--video-alpha`).
package enum AlphaChoice: String, Sendable, CaseIterable {
    /// Its pixels, if they have opacity.
    case automatic = "auto"
    /// None: all pixels are opaque.
    case none
    /// A grey picture beside the coloured one, of the same size.
    case right, left, top, bottom

    /// The half of the frame that is the grey picture, or `nil` if there is none.
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

/// A half of a frame.
package enum AlphaSide: Sendable, Equatable {
    case right, left, top, bottom

    /// Whether the halves lie side by side, so that a picture is half as wide as its frame; otherwise it is half as
    /// high.
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
