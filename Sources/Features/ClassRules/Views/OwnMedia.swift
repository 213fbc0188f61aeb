package import Rooms

/// What is done with one's own microphone and camera.
package enum OwnMediaOrder: Sendable, Equatable {
    package enum Device: Sendable, Hashable, CaseIterable {
        case microphone, camera
    }

    /// Nil: the other way round.
    case turn(Device, isOn: Bool?)
    /// It is sent from there, at once; the address as the viewer typed it.
    case use(Device, String)
    /// What is sent goes on from there, now or when it is switched on.
    case choose(Device, String)
    case definition(PictureDefinition)
    case rotation(CameraRotation)
    /// 0 … 5, ``CameraSmoothing``.
    case smoothing(Int)
    /// From now on the microphone is silent unless the key of talking is held; false: it is heard as long as it is on.
    case pushToTalk(Bool)
    /// What is sent goes over to it at once.
    case link(LiveLink)
    /// The key of talking was pressed, or repeats because it is held.
    case talk
}

/// How large the own pictures are. A value.
package enum PictureDefinition: String, Sendable, Hashable, CaseIterable {
    case low, `default`, high
}

/// Degrees clockwise by which the own pictures are turned.
package enum CameraRotation: Int, Sendable, Hashable, CaseIterable {
    case none = 0, right = 90, half = 180, left = 270
}

/// How much the own pictures are smoothed.
package enum CameraSmoothing {
    package static let levels = 0...5

    /// `0` to `5`; `off` and `on` are the ends. Nil: it is none.
    package static func level(_ text: String) -> Int? {
        switch text {
        case "off": levels.lowerBound
        case "on": levels.upperBound
        default: Int(text).flatMap { levels.contains($0) ? $0 : nil }
        }
    }
}

/// What of one's own really is sent at the moment. A value.
package struct OwnSending: Sendable, Equatable {
    package var hasSound: Bool
    package var hasPictures: Bool
    /// How loud the microphone is, 0 … 10.
    package var level: Int
    /// The microphone is heard only while the key of talking is held.
    package var isPushToTalk: Bool
    /// And it is not held.
    package var isSilent: Bool
    /// Of the pictures that are sent.
    package var size: Size?
    /// Devices that are switched on and whose stream the media server does not take at the moment.
    package var broken: Set<OwnMediaOrder.Device> = []

    /// Pixels. A value.
    package struct Size: Sendable, Equatable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
    }

    package init(
        hasSound: Bool = false, hasPictures: Bool = false, level: Int = 0, isPushToTalk: Bool = false,
        isSilent: Bool = false, size: Size? = nil
    ) {
        (self.hasSound, self.hasPictures, self.level) = (hasSound, hasPictures, level)
        (self.isPushToTalk, self.isSilent, self.size) = (isPushToTalk, isSilent, size)
    }

    package var isOnAir: Bool { hasSound || hasPictures }
}
