package import ClassRules
import Media

package struct CameraPicture: Sendable, Equatable {
    package var definition = PictureDefinition.default
    package var rotation = CameraRotation.none
    package var smoothing = 0

    var captured: CapturePicture {
        var picture = definition.picture
        picture.rotation = rotation.rawValue
        picture.smoothing = smoothing
        return picture
    }
}

extension PictureDefinition {
    /// A shared screen. Text needs many pixels, but few pictures per second.
    var screen: CapturePicture {
        var picture =
            switch self {
            case .low: CapturePicture(width: 1280, height: 720, rate: 5, bitRate: 500_000)
            case .default: CapturePicture(width: 1600, height: 900, rate: 10, bitRate: 1_500_000)
            case .high: CapturePicture(width: 1920, height: 1080, rate: 15, bitRate: 3_000_000)
            }
        picture.isNeverEnlarged = true
        return picture
    }

    fileprivate var picture: CapturePicture {
        switch self {
        case .low: CapturePicture(width: 320, height: 180, rate: 15, bitRate: 250_000)
        case .default: CapturePicture(width: 640, height: 360, rate: 15, bitRate: 600_000)
        case .high: CapturePicture(width: 1280, height: 720, rate: 25, bitRate: 1_800_000)
        }
    }
}
