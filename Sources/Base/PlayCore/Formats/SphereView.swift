package struct SphereView: Sendable, Equatable {
    package enum Style: String, Sendable, CaseIterable {
        case normal
        /// Two views side by side, for headsets that hold a screen.
        case goggles = "vr-goggles"
    }

    /// Degrees to the right of the video's middle, −180 … 180.
    package private(set) var pan = 0.0
    /// Degrees upwards, −90 … 90.
    package private(set) var tilt = 0.0
    /// Enlargement relative to a view that is 90 degrees wide.
    package private(set) var zoom = 1.0
    package var style = Style.normal

    package static let zoomRange = 0.5...8.0
    package static let tiltRange = -90.0...90.0
    package static let panRange = -180.0...180.0

    package init() {}

    /// - Parameters: any finite numbers. A pan beyond half a turn wraps around.
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

    package var reset: SphereView { SphereView(pan: 0, tilt: 0, style: style) }
}

package struct SphereLayout: Sendable, Equatable {
    /// The part of a picture for one eye. In a stereoscopic video it is the left eye's.
    package enum Eye: Sendable, Equatable {
        case both
        case leftHalf
        case upperHalf
    }

    package enum Projection: Sendable, Equatable {
        /// Longitude and latitude map linearly to columns and rows.
        case equirectangular
        /// Six faces of a cube, three across and two down. `padding` pixels around each face repeat its surroundings.
        case cubeMap(padding: Int)
    }

    package var projection = Projection.equirectangular
    package var eye = Eye.both
    /// Direction of the picture's middle.
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

/// The videos to show as a whole sphere (`--video-projection`).
package enum ProjectionChoice: String, Sendable, CaseIterable {
    case automatic = "auto"
    case flat
    case equirectangular
    case cubeMap = "cubemap"
}
