package import Classes
import PlayCore

extension ClassContents {
    /// For `tvplay class --dump`: JSON lines sorted by time (docs/room-package.md), safe to print.
    package var dump: [UInt8] {
        var all = events + virtualChat.map { ClassEvent($0.time, .message($0)) }
        if info.enableHideStudentPhoneNumber { all = all.map(\.hidingPhoneNumbers) }
        return all.dump
    }

    /// One per line, safe to print.
    package var problems: [String] {
        warnings.map { warning in
            let place = warning.line.map { "\(warning.file):\($0)" } ?? warning.file
            return SafeText.clean("\(place): \(warning.problem)")
        }
    }
}

enum ClassDump {
    /// Writes characters that control a terminal or change the direction of text as `\uXXXX`.
    static func escaped(_ json: [UInt8]) -> [UInt8] {
        var safe: [UInt8] = []
        safe.reserveCapacity(json.count)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if isPlain(scalar) || SafeText.clean(String(scalar)) == String(scalar) {
                safe += UTF8.encode(scalar).map(Array.init) ?? []
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    safe += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
                }
            }
        }
        return safe
    }

    /// Returns whether a character is safe without a closer check: ASCII, Latin, Greek, Chinese, Japanese and Korean.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x7F, 0xA0..<0x600, 0x3000..<0xD800: true
        default: false
        }
    }
}

extension [ClassEvent] {
    package var dump: [UInt8] { ClassDump.escaped(JSONLines.write(inOrder)) }

    /// Events of equal times keep their order.
    fileprivate var inOrder: [ClassEvent] {
        enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}
