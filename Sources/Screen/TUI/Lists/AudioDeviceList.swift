package struct AudioDeviceList: Sendable, Equatable {
    package struct Device: Sendable, Equatable {
        /// ALSA's name.
        package let name: String
        /// The system's text; unverified.
        package let description: String
        /// False for a converter and the like.
        package let isOutput: Bool

        package init(name: String, description: String, isOutput: Bool = true) {
            self.name = name
            self.description = description
            self.isOutput = isOutput
        }
    }

    /// A device could not be opened; the previous one stays in use.
    package struct Refusal: Sendable, Equatable {
        /// Increases with each refusal.
        package let number: Int
        package let name: String
        package let reason: String

        package init(number: Int, name: String, reason: String) {
            self.number = number
            self.name = name
            self.reason = reason
        }
    }

    /// `nil` until the devices were listed.
    package var devices: [Device]?
    /// ALSA's name.
    package var current: String
    package var refusal: Refusal?
    /// The program that gets the sound, not a device; unverified.
    package var program: String?

    package init(
        devices: [Device]? = nil, current: String = "default", refusal: Refusal? = nil, program: String? = nil
    ) {
        self.devices = devices
        self.current = current
        self.refusal = refusal
        self.program = program
    }

    package var hasChoice: Bool { (devices ?? []).filter(\.isOutput).count > 1 }
}
