import Encoding
import PlayCore

/// mpv's options whose values are only stored and returned. Some affect the next file, one the title. The rest concern
/// windows and qualities that do not exist here.
extension PropertyTable {
    static let noted: [Property] = notedTexts + notedChoices + notedNumbers + notedIntegers + notedFlags + listed

    private static let notedTexts: [Property] = [
        text("title", "tvplay"), text("force-media-title", ""), text("user-agent", ""), text("referrer", ""),
        text("start", "none"), text("end", "none"), text("length", "none"), text("ytdl-format", ""),
        text("hwdec", "auto"), text("vo", ""), text("ao", ""), text("vf", ""), text("profile", ""),
        text("geometry", ""), text("autofit", ""), text("video-sync", "audio"), text("msg-level", ""),
        text("script-opts", ""), text("screenshot-directory", ""), text("ytdl-raw-options", ""),
        list("http-header-fields"), list("glsl-shaders"), list("sub-file-paths"),
    ]

    private static let notedChoices: [Property] = [
        choice("cursor-autohide", "1000"), choice("hr-seek", "default"), choice("gapless-audio", "weak"),
        choice("sub-ass-override", "scale"), choice("force-window", "no"), choice("sub-auto", "exact"),
        choice("audio-display", "embedded-first"),
    ]

    private static let notedNumbers: [Property] = [
        number("sub-scale", 1, 0...100), number("sub-font-size", 38, 1...9000),
        number("sub-speed", 1, 0.1...10), number("osd-font-size", 30, 1...9000),
        number("window-scale", 1, 0.001...100), number("panscan", 0, 0...1), number("audio-buffer", 0.2, 0...10),
        number("volume-gain", 0, -150...150), number("video-align-x", 0, -1...1), number("video-align-y", 0, -1...1),
    ]

    private static let notedIntegers: [Property] = [
        integer("sub-pos", 100, 0...150), integer("hue", 0, -100...100),
        integer("demuxer-max-bytes", 157_286_400, 0...9e15),
    ]

    private static let notedFlags: [Property] = [
        flag("ytdl", true), flag("ontop", false), flag("border", true), flag("osd-bar", true),
        flag("keepaspect", true), flag("window-minimized", false), flag("window-maximized", false),
        flag("stop-screensaver", true), flag("audio-pitch-correction", true), flag("sub-ass", true),
        flag("interpolation", false), flag("prefetch-playlist", false), flag("cookies", false),
        flag("terminal", true), flag("input-terminal", true), flag("osc", true), flag("autoload-files", true),
    ]

    private static let listed: [Property] = [
        Property("user-data") { $0.userData },
        Property("input-bindings") { context in
            .list(
                context.bindings.enumerated().map { index, binding in
                    .object(sorting: [
                        "key": .string(binding.key), "cmd": .string(binding.command), "section": .string("default"),
                        "owner": .string(""), "is_weak": .flag(false), "priority": .integer(Int64(index)),
                    ])
                })
        },
        Property("profile-list") { _ in .list([]) },
        Property("audio-device-list") { context in
            .list(
                ([(name: "auto", description: "Autoselect device")] + context.audioDevices).map { device in
                    .object(sorting: [
                        "name": .string(device.name), "description": .string(device.description),
                    ])
                })
        },
        Property("audio-device", .text) {
            .string($0.audioDevice)
        } set: { value, _ in
            value.propertyText.map { .audioDevice($0) }
        },
    ]

    private static func property(_ name: String, _ kind: Property.Kind, _ fallback: JSONValue) -> Property {
        Property(name, kind) {
            $0.noted[name] ?? fallback
        } set: { value, _ in
            .note(name, value)
        }
    }

    private static func text(_ name: String, _ fallback: String) -> Property {
        property(name, .text, .string(fallback))
    }

    /// Returns a text that mpv's clients receive as a flag or a number where it is one.
    private static func choice(_ name: String, _ fallback: String) -> Property {
        Property(name, .text) {
            .word($0.noted[name]?.text ?? fallback)
        } set: { value, _ in
            .note(name, value)
        }
    }

    private static func integer(_ name: String, _ fallback: Int64, _ range: ClosedRange<Double>) -> Property {
        Property(name, .number(range, step: 1)) {
            $0.noted[name] ?? .integer(fallback)
        } set: { value, _ in
            Property.number(value).map { .note(name, .integer(Int64($0.rounded()))) }
        }
    }

    private static func list(_ name: String) -> Property { property(name, .list, .list([])) }

    private static func number(_ name: String, _ fallback: Double, _ range: ClosedRange<Double>) -> Property {
        property(name, .number(range, step: 0.1), .number(fallback))
    }

    private static func flag(_ name: String, _ fallback: Bool) -> Property { property(name, .flag, .flag(fallback)) }

    static func information(_ property: Property) -> JSONValue {
        var fields: [String: JSONValue] = [
            "name": .string(property.name), "type": .string("String"), "set-from-commandline": .flag(false),
            "set-locally": .flag(false), "expects-file": .flag(false),
        ]
        switch property.kind {
        case .flag?: fields["type"] = .string("Flag")
        case .number(let range, _, _)?:
            fields["type"] = .string("Double")
            fields["min"] = .number(range.lowerBound)
            fields["max"] = .number(range.upperBound)
        case .choice(let words)?, .words(let words)?:
            fields["type"] = .string("Choice")
            fields["choices"] = .list(words.map(JSONValue.string))
        case .list?: fields["type"] = .string("String list")
        case .ratio?, .text?, .track?, nil: break
        }
        return .object(sorting: fields)
    }
}
