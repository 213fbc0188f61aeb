/// The viewer's choice of the visible part and the orientation of the picture, in mpv's terms.
package struct PictureView: Sendable, Equatable {
    /// `video-zoom`: log₂ of the enlargement relative to the scaling mode.
    package var zoom = 0.0
    /// `video-pan-x`, `video-pan-y`: how far the picture is moved, in widths and heights of the scaled picture.
    package var panX = 0.0
    package var panY = 0.0
    /// `video-rotate`: degrees clockwise, in addition to the item's own rotation; a multiple of 90 below 360.
    package var rotation = 0
    /// `video-aspect-override`: width ÷ height before the viewer's rotation, or `nil` for the item's own.
    package var aspect: Double?
    package var deinterlacing = Deinterlacing.automatic
    package var projection = ProjectionChoice.automatic
    package var alpha = AlphaChoice.automatic
    package var sphere = SphereView()

    package static let normal = PictureView()
    package static let zoomRange = -20.0...20.0
    package static let panRange = -3.0...3.0
    package static let aspectRange = 0.1...10.0

    package init() {}

    /// Reads `16:9` or `1.78`. Returns `nil` unless it is a ratio between 1:10 and 10:1.
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

    package var isCentred: Bool { zoom == 0 && panX == 0 && panY == 0 }

    package var isQuarterTurn: Bool { rotation % 180 != 0 }

    /// Returns `nil` for a flat picture. `own` is the container's layout.
    package func sphere(of own: SphereLayout?) -> SphereLayout? {
        switch projection {
        case .automatic: own
        case .flat: nil
        case .equirectangular: (own ?? SphereLayout()).projected(.equirectangular)
        case .cubeMap: own?.isCubeMap == true ? own : (own ?? SphereLayout()).projected(.cubeMap(padding: 0))
        }
    }

    /// Returns width ÷ height of the displayed picture. `own` is the item's.
    package func aspect(of own: Double) -> Double {
        let aspect = aspect ?? own
        return isQuarterTurn && aspect > 0 ? 1 / aspect : aspect
    }
}

package enum Deinterlacing: String, Sendable, CaseIterable {
    case no
    /// One of the two fields: every second row.
    case yes
    /// One field of pictures that are marked as interlaced, if it has as many rows as the screen shows.
    case automatic = "auto"
}
