/// Where a video says what of it is transparent (`--video-alpha`).
package enum AlphaChoice: String, Sendable, CaseIterable {
    /// In its pixels, where they have opacity.
    case automatic = "auto"
    /// Nowhere: all of it is opaque.
    case none
    /// In a grey picture beside that of the colours, of the same size.
    case right, left, top, bottom

    /// The half of the frame that is the grey picture; nil: there is none.
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

    /// The halves lie beside each other, so a picture is half as wide as its frame; else half as high.
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
