import Encoding

/// An integrator's statement about one of its users, proved by an HMAC-SHA-256 with the integrator's key
/// (docs/guide/live-servers.md). Its texts are unverified.
package struct JoinSignature: Sendable, Equatable {
    package var room: String
    package var number: String
    package var role: String
    /// 0 for none.
    package var group: Int
    /// In seconds since 1970.
    package var expires: Int64
    /// The proof: 64 hexadecimal digits.
    package var sign: String

    package init(room: String, number: String, role: String, group: Int, expires: Int64, sign: String) {
        self.room = room
        self.number = number
        self.role = role
        self.group = group
        self.expires = expires
        self.sign = sign
    }

    package init(room: String, number: String, name: String, role: String, group: Int, expires: Int64, key: [UInt8]) {
        self.init(room: room, number: number, role: role, group: group, expires: expires, sign: "")
        sign = Hexadecimal.text(code(name: name, key))
    }

    /// Whether one of the keys proves the statement. Runs in constant time, which reveals nothing about the keys.
    func isProved(name: String, keys: [[UInt8]]) -> Bool {
        // A line feed in a field could disguise one field as two.
        guard [room, number, name, role].allSatisfy({ $0.unicodeScalars.allSatisfy(Self.isPrinted) }) else {
            return false
        }
        let given = sign.lowercased().utf8
        return keys.reduce(false) { isProved, key in
            HMACSHA256.areEqual(given, Hexadecimal.text(code(name: name, key)).utf8) || isProved
        }
    }

    private func code(name: String, _ key: [UInt8]) -> [UInt8] {
        let lines = ["tvplay-join-1", room, number, name, role, "\(group)", "\(expires)"]
        return HMACSHA256.code(for: Array(lines.joined(separator: "\n").utf8), key: key)
    }

    private static func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
    }
}
