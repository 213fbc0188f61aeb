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
}

/// How large the own pictures are. A value.
package enum PictureDefinition: String, Sendable, Hashable, CaseIterable {
    case low, `default`, high
}

/// What of one's own really is sent at the moment. A value.
package struct OwnSending: Sendable, Equatable {
    package var hasSound: Bool
    package var hasPictures: Bool
    /// How loud the microphone is, 0 … 10.
    package var level: Int

    package init(hasSound: Bool = false, hasPictures: Bool = false, level: Int = 0) {
        (self.hasSound, self.hasPictures, self.level) = (hasSound, hasPictures, level)
    }

    package var isOnAir: Bool { hasSound || hasPictures }
}
