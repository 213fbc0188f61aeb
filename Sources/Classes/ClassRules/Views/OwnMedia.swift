package import Classes

package enum OwnMediaOrder: Sendable, Equatable {
    package enum Device: Sendable, Hashable, CaseIterable {
        case microphone, camera
        /// The desktop or a window, which the class shows as its large picture.
        case screen
    }

    /// `nil` toggles the device.
    case turn(Device, isOn: Bool?)
    /// Sends from this source at once. The address is in the viewer's spelling.
    case use(Device, String)
    /// Selects the source, for now or for when the device is switched on.
    case choose(Device, String)
    case shareScreen(ScreenChoice)
    case definition(PictureDefinition)
    case rotation(CameraRotation)
    /// 0 to 5; see ``CameraSmoothing``.
    case smoothing(Int)
    /// Mutes the microphone unless the push-to-talk key is held; `false` ends this mode.
    case pushToTalk(Bool)
    case link(LiveLink)
    /// The push-to-talk key was pressed, or repeats while it is held.
    case talk
}

package enum ScreenChoice: Sendable, Equatable {
    case desktop
    case window(String?)
}

package enum PictureDefinition: String, Sendable, Hashable, CaseIterable {
    case low, `default`, high
}

/// Clockwise, in degrees.
package enum CameraRotation: Int, Sendable, Hashable, CaseIterable {
    case none = 0, right = 90, half = 180, left = 270
}

package enum CameraSmoothing {
    package static let levels = 0...5

    /// Accepts `0` to `5`, or `off` and `on` for the ends.
    package static func level(_ text: String) -> Int? {
        switch text {
        case "off": levels.lowerBound
        case "on": levels.upperBound
        default: Int(text).flatMap { levels.contains($0) ? $0 : nil }
        }
    }
}

package struct OwnSending: Sendable, Equatable {
    package var hasSound: Bool
    package var hasPictures: Bool
    /// Of the microphone, 0 to 10.
    package var level: Int
    /// Whether the microphone is audible only while the push-to-talk key is held.
    package var isPushToTalk: Bool
    package var isSilent: Bool
    package var size: Size?
    /// The devices are on, but the media server currently refuses their streams.
    package var broken: Set<OwnMediaOrder.Device> = []
    /// Whether the screen is shared, or will be once its stream starts.
    package var sharesScreen = false

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
