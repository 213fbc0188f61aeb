package import ClassRules
import Media

package struct CameraPicture: Sendable, Equatable {
    package var definition = PictureDefinition.default
    package var rotation = CameraRotation.none
    /// Strength of ``CameraSmoothing``; 0 for none.
    package var smoothing = 0

    var captured: CapturePicture {
        var picture = definition.picture
        picture.rotation = rotation.rawValue
        picture.smoothing = smoothing
        return picture
    }
}

extension PictureDefinition {
    fileprivate var picture: CapturePicture {
        switch self {
        case .low: CapturePicture(width: 320, height: 180, rate: 15, bitRate: 250_000)
        case .default: CapturePicture(width: 640, height: 360, rate: 15, bitRate: 600_000)
        case .high: CapturePicture(width: 1280, height: 720, rate: 25, bitRate: 1_800_000)
        }
    }
}
