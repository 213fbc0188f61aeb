/// Which part of the picture is seen, and how it is turned, in mpv's terms. A value of the viewer's.
package struct PictureView: Sendable, Equatable {
    /// `video-zoom`: log₂ of the factor by which the picture is larger than the scaling mode makes it.
    package var zoom = 0.0
    /// `video-pan-x`, `video-pan-y`: how far the picture is moved, in widths and heights of the scaled picture.
    package var panX = 0.0
    package var panY = 0.0
    /// `video-rotate`: degrees clockwise, beside what the item itself asks for; a multiple of 90 below 360.
    package var rotation = 0
    /// `video-aspect-override`: width ÷ height before the viewer's rotation; nil: the item's own.
    package var aspect: Double?
    package var deinterlacing = Deinterlacing.automatic
    /// `video-projection`.
    package var projection = ProjectionChoice.automatic
    /// `video-alpha`.
    package var alpha = AlphaChoice.automatic
    /// Only of a video of a whole sphere.
    package var sphere = SphereView()

    package static let normal = PictureView()
    /// mpv's.
    package static let zoomRange = -20.0...20.0
    package static let panRange = -3.0...3.0
    package static let aspectRange = 0.1...10.0

    package init() {}

    /// `16:9` or `1.78`; nil: it is no ratio between 1:10 and 10:1.
    package static func aspect(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        let ratio: Double? =
            switch parts.count {
            case 1: parts[0]
            case 2: parts[0].flatMap { width in parts[1].map { width / $0 } }
            default: nil
            }
        return ratio.flatMap { aspectRange.contains($0) ? $0 : nil }
    }

    /// Neither larger, smaller nor elsewhere.
    package var isCentred: Bool { zoom == 0 && panX == 0 && panY == 0 }

    /// The picture lies on its side.
    package var isQuarterTurn: Bool { rotation % 180 != 0 }

    /// - Parameter own: as the container has it; nil: it knows of no sphere.
    /// - Returns: nil: the picture is shown flat.
    package func sphere(of own: SphereLayout?) -> SphereLayout? {
        switch projection {
        case .automatic: own
        case .flat: nil
        case .equirectangular: (own ?? SphereLayout()).projected(.equirectangular)
        case .cubeMap: own?.isCubeMap == true ? own : (own ?? SphereLayout()).projected(.cubeMap(padding: 0))
        }
    }

    /// - Parameter own: of the item's picture, width ÷ height.
    /// - Returns: as the eye is to see it.
    package func aspect(of own: Double) -> Double {
        let aspect = aspect ?? own
        return isQuarterTurn && aspect > 0 ? 1 / aspect : aspect
    }
}

/// Which rows of the pictures are shown.
package enum Deinterlacing: String, Sendable, CaseIterable {
    /// All of them.
    case no
    /// Every second one: one of the two fields.
    case yes
    /// One field of pictures that are marked as interlaced, where it has as many rows as are shown.
    case automatic = "auto"
}
