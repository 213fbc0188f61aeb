import CALSA
import CPlatform

package enum AudioDevices {
    /// A device as `--audio-device=help` shows it.
    package struct Device: Sendable, Equatable {
        /// The option's value: `alsa/` and ALSA's name.
        package let option: String
        /// The system's text, possibly with several lines.
        package let description: String

        package init(option: String, description: String) { (self.option, self.description) = (option, description) }

        package var name: String { AudioDevices.name(ofOption: option) }

        /// False for converters and the device that discards everything.
        package var isOutput: Bool {
            ["default", "pulse", "pipewire", "jack"].contains(name) || name.contains("CARD=")
        }
    }

    package enum Direction: String, Sendable {
        case output, input

        /// Named in ALSA's hints. Devices of both directions have none.
        fileprivate var opposite: String { self == .output ? "Input" : "Output" }
    }

    /// Reads configuration files, so it is slow. Some files crash libasound: call it in a separate process.
    package static func list(_ direction: Direction = .output) -> [Device] {
        ALSAErrors.silence()
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
        var devices: [Device] = []
        var next = hints
        while let hint = next.pointee {
            next += 1
            guard text("IOID", of: hint) != direction.opposite, let name = text("NAME", of: hint) else { continue }
            devices.append(Device(option: "alsa/" + name, description: text("DESC", of: hint) ?? ""))
        }
        return devices
    }

    /// Returns the default device for `auto` and `alsa`, `NAME` for `alsa/NAME` and a plain `NAME`.
    package static func name(ofOption value: String) -> String {
        if value == "auto" || value == "alsa" || value.isEmpty { return "default" }
        if value.hasPrefix("alsa/") {
            let name = String(value.dropFirst(5))
            return name.isEmpty ? "default" : name
        }
        return value
    }

    private static func text(_ key: String, of hint: UnsafeMutableRawPointer) -> String? {
        guard let value = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(value) }
        return String(cString: value)
    }
}
