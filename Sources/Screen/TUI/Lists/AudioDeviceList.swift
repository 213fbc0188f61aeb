/// The sound devices, as far as they are known.
package struct AudioDeviceList: Sendable, Equatable {
    package struct Device: Sendable, Equatable {
        /// ALSA's name.
        package let name: String
        /// The system's text; unverified.
        package let description: String
        /// False for a converter or the like, which is no place where sound comes out.
        package let isOutput: Bool

        package init(name: String, description: String, isOutput: Bool = true) {
            self.name = name
            self.description = description
            self.isOutput = isOutput
        }
    }

    /// A device that could not be opened; the one before goes on.
    package struct Refusal: Sendable, Equatable {
        /// Rises by one with each.
        package let number: Int
        package let name: String
        package let reason: String

        package init(number: Int, name: String, reason: String) {
            self.number = number
            self.name = name
            self.reason = reason
        }
    }

    /// Nil until they were listed.
    package var devices: [Device]?
    /// ALSA's name of the one in use.
    package var current: String
    package var refusal: Refusal?
    /// What gets the sound in place of a device; unverified. Nil: a device does.
    package var program: String?

    package init(
        devices: [Device]? = nil, current: String = "default", refusal: Refusal? = nil, program: String? = nil
    ) {
        self.devices = devices
        self.current = current
        self.refusal = refusal
        self.program = program
    }

    /// Whether there is anything to choose.
    package var hasChoice: Bool { (devices ?? []).filter(\.isOutput).count > 1 }
}
