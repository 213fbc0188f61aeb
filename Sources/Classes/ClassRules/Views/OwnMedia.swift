package import Classes

/// A command for the viewer's own microphone, camera and shared screen.
package enum OwnMediaOrder: Sendable, Equatable {
    package enum Device: Sendable, Hashable, CaseIterable {
        case microphone, camera
        /// The desktop or a window, which the class shows as its large picture.
        case screen
    }

    /// Switches a device on or off, or toggles it if `nil`.
    case turn(Device, isOn: Bool?)
    /// Sends from this source at once. The address is as the viewer typed it.
    case use(Device, String)
    /// Selects the source for sending, now or after the device is switched on.
    case choose(Device, String)
    case shareScreen(ScreenChoice)
    case definition(PictureDefinition)
    case rotation(CameraRotation)
    /// The level of smoothing, 0 … 5; see ``CameraSmoothing``.
    case smoothing(Int)
    /// Mutes the microphone unless the push-to-talk key is held; `false` ends this mode.
    case pushToTalk(Bool)
    /// Switches the sent media to this link at once.
    case link(LiveLink)
    /// The push-to-talk key was pressed, or repeats because it is held.
    case talk
}

package enum ScreenChoice: Sendable, Equatable {
    case desktop
    /// A window, by its id or a part of its title, or the one that the viewer clicks if `nil`.
    case window(String?)
}

/// The size of the viewer's own pictures.
package enum PictureDefinition: String, Sendable, Hashable, CaseIterable {
    case low, `default`, high
}

/// The clockwise rotation of the viewer's own pictures, in degrees.
package enum CameraRotation: Int, Sendable, Hashable, CaseIterable {
    case none = 0, right = 90, half = 180, left = 270
}

/// The smoothing of the viewer's own pictures.
package enum CameraSmoothing {
    package static let levels = 0...5

    /// Reads a level: `0` to `5`, or `off` and `on` for the ends. Returns `nil` for any other text.
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
    /// The volume of the microphone, 0 … 10.
    package var level: Int
    /// Whether the microphone is heard only while the push-to-talk key is held.
    package var isPushToTalk: Bool
    /// Whether push-to-talk is on and the key is not held.
    package var isSilent: Bool
    package var size: Size?
    /// The devices that are switched on, but whose stream the media server does not accept at the moment.
    package var broken: Set<OwnMediaOrder.Device> = []
    /// Whether the screen is shared, or will be once its stream has started.
    package var sharesScreen = false

    /// A size in pixels.
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
