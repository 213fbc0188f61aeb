import ClassRules
import Media

extension PictureDefinition {
    var picture: CapturePicture {
        switch self {
        case .low: CapturePicture(width: 320, height: 180, rate: 15, bitRate: 250_000)
        case .default: CapturePicture(width: 640, height: 360, rate: 15, bitRate: 600_000)
        case .high: CapturePicture(width: 1280, height: 720, rate: 25, bitRate: 1_800_000)
        }
    }
}
