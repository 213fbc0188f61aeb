package import Addresses

/// The addresses of a BigBlueButton recording, which lead to its files:
///
/// https://host/playback/presentation/2.3/ID[?t=…]
/// https://host/playback/presentation/2.0/playback.html?meetingId=ID      (also 0.9.0, 0.81)
/// https://host/presentation/ID/[metadata.xml]
package enum BigBlueButtonAddress {
    package static func folder(_ address: Address) -> Address? {
        guard address.isHTTP else { return nil }
        let parts = address.path.split(separator: "/").map(String.init)
        guard let place = parts.lastIndex(of: "presentation") else { return nil }
        let rest = parts[(place + 1)...]
        let id: String?
        if place > 0, parts[place - 1] == "playback" {
            // The player's version precedes the ID.
            id = query(address, "meetingId") ?? rest.dropFirst().first { !$0.contains(".html") }
        } else {
            id = rest.first
        }
        guard let id, isRecording(id) else { return nil }
        let prefix = parts[..<(place > 0 && parts[place - 1] == "playback" ? place - 1 : place)]
        let path = (prefix + ["presentation", id, ""]).joined(separator: "/")
        return Address("/" + path, relativeTo: address)
    }

    /// Returns the start in seconds (`?t=1h10m5s`, or plain seconds).
    package static func start(_ address: Address) -> Int? {
        guard let text = query(address, "t"), !text.isEmpty else { return nil }
        if let seconds = Int(text) { return seconds >= 0 ? seconds : nil }
        var (total, number) = (0, "")
        for character in text {
            if character.isASCII, character.isNumber {
                number.append(character)
                continue
            }
            guard let value = Int(number), value < 1_000_000, let unit = ["h": 3600, "m": 60, "s": 1][character] else {
                return nil
            }
            total += value * unit
            number = ""
        }
        return number.isEmpty ? total : nil
    }

    /// Whether the text is 40 hexadecimal digits, a hyphen and milliseconds, or a UUID.
    private static func isRecording(_ id: String) -> Bool {
        id.count >= 8 && id.utf8.count <= 128
            && id.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == 45 || $0 == 95 }
    }

    private static func query(_ address: Address, _ name: String) -> String? {
        let pairs = (address.query ?? "").split(separator: "&")
        return pairs.first { $0.hasPrefix(name + "=") }.map { PercentText.decoded($0.dropFirst(name.count + 1)) }
    }
}
