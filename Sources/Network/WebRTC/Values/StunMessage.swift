import Encoding

/// A STUN message (RFC 8489) of ICE (RFC 8445). The caller supplies the hash function (HMAC-SHA1).
struct StunMessage: Sendable, Equatable {
    enum Kind: UInt16, Sendable {
        case request = 0x0001, indication = 0x0011, success = 0x0101, failure = 0x0111
    }

    enum Attribute: UInt16, Sendable {
        case userName = 0x0006, integrity = 0x0008, mappedAddress = 0x0020, priority = 0x0024, useCandidate = 0x0025
        case fingerprint = 0x8028, controlled = 0x8029, controlling = 0x802A
    }

    static let cookie: UInt32 = 0x2112_A442
    /// Longer messages are not connectivity checks.
    private static let sizeLimit = 1500

    var kind: Kind
    /// Twelve bytes.
    var transaction: [UInt8]
    var attributes: [(Attribute, [UInt8])] = []

    static func == (a: StunMessage, b: StunMessage) -> Bool {
        a.kind == b.kind && a.transaction == b.transaction && a.attributes.elementsEqual(b.attributes) { $0 == $1 }
    }

    init(_ kind: Kind, transaction: [UInt8]) {
        self.kind = kind
        self.transaction = transaction
    }

    subscript(_ attribute: Attribute) -> [UInt8]? { attributes.first { $0.0 == attribute }?.1 }

    // MARK: Writing

    /// - Parameter authenticate: HMAC-SHA1 of the bytes with the password.
    func bytes(authenticate: ([UInt8]) -> [UInt8]) -> [UInt8] {
        var body: [UInt8] = []
        for (attribute, value) in attributes { Self.append(attribute, value, to: &body) }
        // Each of the two is computed as if the message ended after it.
        let integrity = authenticate(head(length: body.count + 24) + body)
        Self.append(.integrity, integrity, to: &body)
        var sum: [UInt8] = []
        sum.append(Self.fingerprint(head(length: body.count + 8) + body), bytes: 4)
        Self.append(.fingerprint, sum, to: &body)
        return head(length: body.count) + body
    }

    private func head(length: Int) -> [UInt8] {
        var head: [UInt8] = []
        head.append(kind.rawValue, bytes: 2)
        head.append(UInt16(length), bytes: 2)
        head.append(Self.cookie, bytes: 4)
        return head + transaction
    }

    private static func append(_ attribute: Attribute, _ value: [UInt8], to body: inout [UInt8]) {
        body.append(attribute.rawValue, bytes: 2)
        body.append(UInt16(value.count), bytes: 2)
        body += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }

    // MARK: Reading

    /// Returns `nil` if the message is invalid, was changed, or its sender lacks the password.
    init?(_ datagram: [UInt8], authenticate: ([UInt8]) -> [UInt8]) {
        let all = datagram[...]
        guard Self.isMessage(datagram), datagram.count <= Self.sizeLimit, let kind = all.number(at: 0, 2),
            let known = Kind(rawValue: UInt16(kind)), let length = all.number(at: 2, 2),
            datagram.count == 20 + Int(length)
        else { return nil }
        self.init(known, transaction: Array(datagram[8..<20]))
        var place = 20
        var isAuthentic = false
        while place < datagram.count {
            guard let number = all.number(at: place, 2), let size = all.number(at: place + 2, 2),
                place + 4 + Int(size) <= datagram.count
            else { return nil }
            let value = Array(datagram[(place + 4)..<(place + 4 + Int(size))])
            if let attribute = Attribute(rawValue: UInt16(number)) {
                let before = Array(datagram[..<place])
                switch attribute {
                case .integrity:
                    isAuthentic = Self.isSame(value, authenticate(Self.resized(before, by: 24)))
                    guard isAuthentic else { return nil }
                case .fingerprint:
                    guard value[...].number(at: 0, 4) == UInt64(Self.fingerprint(Self.resized(before, by: 8))) else {
                        return nil
                    }
                // The hash does not cover attributes after it.
                default: if !isAuthentic { attributes.append((attribute, value)) }
                }
            }
            place += 4 + (Int(size) + 3) / 4 * 4
        }
        guard isAuthentic else { return nil }
    }

    /// Returns whether the first bytes of a datagram are those of a STUN message (RFC 7983).
    static func isMessage(_ datagram: [UInt8]) -> Bool {
        datagram.count >= 20 && datagram[0] < 4 && datagram[...].number(at: 4, 4) == UInt64(cookie)
    }

    private static func resized(_ bytes: [UInt8], by extra: Int) -> [UInt8] {
        let length = bytes.count - 20 + extra
        return bytes[..<2] + [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] + bytes[4...]
    }

    /// Compares in constant time.
    private static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func fingerprint(_ bytes: [UInt8]) -> UInt32 { CRC32.sum(bytes) ^ 0x5354_554E }

    // MARK: Addresses

    mutating func append(mapped address: SocketAddress) {
        var value: [UInt8] = [0, address.host.count == 4 ? 1 : 2]
        value.append(address.port ^ UInt16(Self.cookie >> 16), bytes: 2)
        var mask: [UInt8] = []
        mask.append(Self.cookie, bytes: 4)
        mask += transaction
        attributes.append((.mappedAddress, value + zip(address.host, mask).map { $0 ^ $1 }))
    }
}
