/// Where the viewer looks in a video of a whole sphere. A value.
package struct SphereView: Sendable, Equatable {
    /// How the view is shown.
    package enum Style: String, Sendable, CaseIterable {
        case normal
        /// Twice side by side, for goggles that hold a screen.
        case goggles = "vr-goggles"
    }

    /// Degrees to the right of the video's middle, from −180 up to 180.
    package private(set) var pan = 0.0
    /// Degrees upwards, −90 … 90.
    package private(set) var tilt = 0.0
    /// By how much things are larger than at 90 degrees across.
    package private(set) var zoom = 1.0
    package var style = Style.normal

    package static let zoomRange = 0.5...8.0
    package static let tiltRange = -90.0...90.0
    package static let panRange = -180.0...180.0

    package init() {}

    /// - Parameters: any finite numbers; a pan beyond half a turn goes on from the other side.
    package init(pan: Double, tilt: Double, zoom: Double = 1, style: Style = .normal) {
        let turns = ((pan + 180) / 360).rounded(.down)
        self.pan = pan.isFinite ? pan - 360 * turns : 0
        self.tilt = tilt.isFinite ? min(max(tilt, Self.tiltRange.lowerBound), Self.tiltRange.upperBound) : 0
        self.zoom = zoom.isFinite ? min(max(zoom, Self.zoomRange.lowerBound), Self.zoomRange.upperBound) : 1
        self.style = style
    }

    package func turned(pan: Double, tilt: Double) -> SphereView {
        SphereView(pan: self.pan + pan, tilt: self.tilt + tilt, zoom: zoom, style: style)
    }

    package func zoomed(_ factor: Double) -> SphereView {
        SphereView(pan: pan, tilt: tilt, zoom: zoom * factor, style: style)
    }

    /// Straight ahead, as large as at first.
    package var reset: SphereView { SphereView(pan: 0, tilt: 0, style: style) }
}

/// How a video of a whole sphere lies in its pictures. A value.
package struct SphereLayout: Sendable, Equatable {
    /// Which part of a picture one eye sees: of a stereoscopic video the left one's.
    package enum Eye: Sendable, Equatable {
        case both
        /// The eyes' pictures lie side by side.
        case leftHalf
        /// The left eye's picture lies above the right one's.
        case upperHalf
    }

    package enum Projection: Sendable, Equatable {
        /// Degrees around and upwards go evenly across and down.
        case equirectangular
        /// Six faces of a cube, three across and two down.
        ///
        /// - Parameter padding: pixels around each face that repeat what lies beside it.
        case cubeMap(padding: Int)
    }

    package var projection = Projection.equirectangular
    package var eye = Eye.both
    /// Degrees: where the middle of the picture is.
    package var yaw = 0.0
    package var pitch = 0.0

    package init() {}

    var isCubeMap: Bool { if case .cubeMap = projection { true } else { false } }

    func projected(_ projection: Projection) -> SphereLayout {
        var copy = self
        copy.projection = projection
        return copy
    }
}

/// What is taken for a video of a whole sphere (`--video-projection`).
package enum ProjectionChoice: String, Sendable, CaseIterable {
    /// What the container marks as one.
    case automatic = "auto"
    case flat
    case equirectangular
    case cubeMap = "cubemap"
}
