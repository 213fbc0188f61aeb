import Glibc
import PlayCore

extension SessionDescription {
    /// Longer texts are not descriptions.
    private static let sizeLimit = 256 << 10
    private static let mediaLimit = 64
    private static let attributeLimit = 64

    /// Returns `nil` for an invalid description. Skips unknown lines.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.sizeLimit, text.hasPrefix("v=0") else { return nil }
        self.init()
        var common = MediaDescription(.other)
        for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.count > 2 {
            // Rejects control characters, because the answer copies parts of the line.
            guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { continue }
            let line = Substring(line)
            let value = line.dropFirst(2)
            if line.hasPrefix("m=") {
                guard media.count < Self.mediaLimit, let begun = MediaDescription(line: value, common) else {
                    return nil
                }
                media.append(begun)
            } else if line.hasPrefix("a=") {
                if value == "ice-lite" { isLite = true }
                if media.isEmpty {
                    common.read(value, limit: Self.attributeLimit)
                } else {
                    media[media.count - 1].read(value, limit: Self.attributeLimit)
                }
            }
        }
        guard !media.isEmpty else { return nil }
    }
}

extension MediaDescription {
    /// - Parameter common: the session's attributes, which apply to all its streams.
    fileprivate init?(line: Substring, _ common: MediaDescription) {
        let parts = line.split(separator: " ")
        // A port may be followed by the number of ports.
        guard parts.count >= 4, let port = UInt16(parts[1].prefix { $0 != "/" }) else { return nil }
        self.init(Kind(rawValue: String(parts[0])) ?? .other)
        self.port = Int(port)
        transportName = String(parts[2])
        transport = common.transport
        direction = common.direction
        formats = parts[3...].joined(separator: " ")
        codings = parts[3...].prefix(64).compactMap { UInt8($0) }.filter { $0 < 128 }
            .map { MediaCoding(payloadType: $0, name: "", clockRate: 0) }
    }

    fileprivate mutating func read(_ attribute: Substring, limit: Int) {
        let parts = attribute.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else {
            direction = attribute.utf8.count < 16 ? Direction(rawValue: String(attribute)) ?? direction : direction
            return
        }
        let value = parts[1].prefix(1024)
        switch parts[0] {
        case "mid": mid = String(value.prefix(64))
        case "ice-ufrag": transport.userFragment = String(value.prefix(256))
        case "ice-pwd": transport.password = String(value.prefix(256))
        case "fingerprint":
            if let fingerprint = CertificateFingerprint(value) { transport.fingerprint = fingerprint }
        case "setup": transport.setup = TransportDescription.Setup(rawValue: String(value)) ?? transport.setup
        case "candidate":
            if transport.candidates.count < limit, let candidate = Candidate(value) {
                transport.candidates.append(candidate)
            }
        case "ssrc": readSource(value, limit: limit)
        case "rtpmap": readMap(value)
        case "fmtp": change(value) { $0.parameters = String($1) }
        case "rtcp-fb":
            for index in codings.indices where value.hasPrefix("* ") && codings[index].feedback.count < limit {
                codings[index].feedback.append(String(value.dropFirst(2)))
            }
            change(value) { if $0.feedback.count < limit { $0.feedback.append(String($1)) } }
        default: break
        }
    }

    private mutating func readSource(_ value: Substring, limit: Int) {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard let first = parts.first, let source = UInt32(first) else { return }
        if !sources.contains(source), sources.count < limit { sources.append(source) }
        if parts.count == 2, parts[1].hasPrefix("cname:") { name = String(parts[1].dropFirst(6)) }
    }

    /// Reads `96 H264/90000`, `111 opus/48000/2`.
    private mutating func readMap(_ value: Substring) {
        change(value) { coding, text in
            let parts = text.split(separator: "/")
            guard parts.count >= 2, let rate = Int(parts[1]), (1...1_000_000).contains(rate) else { return }
            coding.name = parts[0].uppercased()
            coding.clockRate = rate
            if parts.count > 2, let channels = Int(parts[2]), (1...8).contains(channels) { coding.channels = channels }
        }
    }

    private mutating func change(_ value: Substring, _ body: (inout MediaCoding, Substring) -> Void) {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let type = UInt8(parts[0]) else { return }
        for index in codings.indices where codings[index].payloadType == type { body(&codings[index], parts[1]) }
    }
}

extension Candidate {
    /// Reads `1 1 udp 2130706431 192.0.2.1 5000 typ host`. `nil` if datagrams cannot reach it. Resolves no names.
    init?(_ text: Substring) {
        let parts = text.split(separator: " ")
        guard parts.count >= 8, parts[1] == "1", parts[2].lowercased() == "udp", let priority = UInt32(parts[3]),
            let port = UInt16(parts[5]), port != 0, let host = InternetAddress.bytes(String(parts[4])),
            parts[6] == "typ"
        else { return nil }
        self.init(address: SocketAddress(host: host, port: port), priority: priority)
    }

    /// Returns candidates of this machine, the first of which is preferred (RFC 8445, 5.1.2.1: type, address,
    /// component).
    static func own(_ hosts: [[UInt8]], port: UInt16) -> [Candidate] {
        hosts.enumerated().map { index, host in
            let priority = 126 << 24 | (65_535 - UInt32(index)) << 8 | 255
            return Candidate(address: SocketAddress(host: host, port: port), priority: priority)
        }
    }

    var text: String { "1 1 udp \(priority) \(address.hostText) \(address.port) typ host" }
}

extension SocketAddress {
    var hostText: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = inet_ntop(host.count == 4 ? AF_INET : AF_INET6, host, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
