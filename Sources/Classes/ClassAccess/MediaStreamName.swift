/// The name of a stream on a media server: class, sender and content, by which the server's hooks judge requests. Sound
/// and pictures are separate streams, so a viewer can receive all the sound without pictures.
///
/// As text: `ROOM~USER~audio`. Each byte of UTF-8 other than an ASCII letter, a digit, `-` or `_` is written as `=` and
/// two hexadecimal digits.
package struct MediaStreamName: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case audio
        case video
        case smallVideo = "video-small"
        case shared
        case sharedAudio = "shared-audio"
    }

    /// The local part of the room's JID.
    package var room: String
    package var user: String
    package var kind: Kind

    package init(room: String, user: String, _ kind: Kind) {
        self.room = room
        self.user = user
        self.kind = kind
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.maximumLength, parts.count == 3, let room = Self.plain(parts[0]),
            let user = Self.plain(parts[1]), let kind = Kind(rawValue: String(parts[2])), !room.isEmpty, !user.isEmpty
        else { return nil }
        self.init(room: room, user: user, kind)
    }

    package var text: String { "\(Self.escaped(room))~\(Self.escaped(user))~\(kind.rawValue)" }

    private static let maximumLength = 1024

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                bytes += Array((digits.count == 1 ? "=0" : "=").utf8) + Array(digits.utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func plain(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if isPlain(byte) {
                bytes.append(byte)
                continue
            }
            // Only uppercase digits are valid, so that each name has one spelling.
            guard byte == UInt8(ascii: "="), rest.count >= 2,
                rest.prefix(2).allSatisfy("0123456789ABCDEF".utf8.contains),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), !isPlain(value)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        // Invalid UTF-8 is refused. Repairing it could give two streams the same name.
        return String(validating: bytes, as: UTF8.self)
    }
}

/// Timestamps of live streams: milliseconds since 1970 by the keeper's clock, reduced to the 31 bits that fit into a
/// stream. So streams of different people share one axis with the events of the class.
package enum MediaTimestamp {
    /// The milliseconds after which timestamps repeat: 25 days.
    package static let period: Int64 = 1 << 31

    /// Returns 0 ..< ``period``. `time` is in milliseconds since 1970.
    package static func stamp(_ time: Int64) -> Int64 {
        let rest = time % period
        return rest < 0 ? rest + period : rest
    }

    package static func time(_ stamp: Int64, near: Int64) -> Int64 {
        var difference = (stamp - near) % period
        if difference < 0 { difference += period }
        if difference > period / 2 { difference -= period }
        return near + difference
    }
}
