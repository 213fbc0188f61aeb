/// One end's offer or answer (SDP, RFC 8866, as in JSEP): streams over one transport.
package struct SessionDescription: Sendable, Equatable {
    /// Whether it only answers checks (`ice-lite`), like a server with a public address.
    package var isLite = false
    package var media: [MediaDescription] = []

    package init() {}

    package var transport: TransportDescription? { media.first { $0.port != 0 && $0.transport.isComplete }?.transport }
}

package struct MediaDescription: Sendable, Equatable {
    package enum Kind: String, Sendable { case audio, video, application, other }

    package enum Direction: String, Sendable {
        case sendReceive = "sendrecv", send = "sendonly", receive = "recvonly", inactive

        package var sends: Bool { self == .sendReceive || self == .send }
        package var receives: Bool { self == .sendReceive || self == .receive }
    }

    package var kind: Kind
    package var transportName = "UDP/TLS/RTP/SAVPF"
    /// 0 if refused.
    package var port = 9
    package var mid = ""
    package var direction = Direction.sendReceive
    package var codings: [MediaCoding] = []
    package var transport = TransportDescription()
    /// SSRCs of the sent streams.
    package var sources: [UInt32] = []
    /// CNAME, which names the streams' clock.
    package var name: String?
    /// The line's list of formats, if no coding is known.
    var formats = "0"

    package init(_ kind: Kind) { self.kind = kind }
}

package struct MediaCoding: Sendable, Equatable {
    /// 0 … 127.
    package var payloadType: UInt8
    /// In upper case: `H264`, `OPUS`.
    package var name: String
    package var clockRate: Int
    package var channels = 1
    /// As written: `packetization-mode=1;profile-level-id=42e01f`.
    package var parameters = ""
    /// `nack`, `nack pli`.
    package var feedback: [String] = []

    package init(payloadType: UInt8, name: String, clockRate: Int) {
        self.payloadType = payloadType
        self.name = name
        self.clockRate = clockRate
    }

    package func parameter(_ name: String) -> Substring? {
        for part in parameters.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].drop(while: { $0 == " " }).lowercased() == name else { continue }
            return pair[1]
        }
        return nil
    }

    package var isKnown: Bool {
        switch name {
        case "H264": clockRate == 90_000 && parameter("packetization-mode") == "1"
        case "OPUS": clockRate == 48_000
        default: false
        }
    }

    package static func h264(_ payloadType: UInt8) -> MediaCoding {
        var coding = MediaCoding(payloadType: payloadType, name: "H264", clockRate: 90_000)
        coding.parameters = "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f"
        coding.feedback = ["nack", "nack pli", "ccm fir", "goog-remb"]
        return coding
    }

    /// Opus that can repair one lost packet.
    package static func opus(_ payloadType: UInt8) -> MediaCoding {
        var coding = MediaCoding(payloadType: payloadType, name: "OPUS", clockRate: 48_000)
        coding.channels = 2
        coding.parameters = "minptime=10;useinbandfec=1;stereo=1"
        coding.feedback = ["nack"]
        return coding
    }
}

package struct TransportDescription: Sendable, Equatable {
    package enum Setup: String, Sendable { case active, passive, either = "actpass" }

    package var userFragment = ""
    package var password = ""
    package var fingerprint: CertificateFingerprint?
    package var setup = Setup.either
    package var candidates: [Candidate] = []

    package init() {}

    /// Whether the lengths satisfy RFC 8839 (at least 4 and 22 characters) and a fingerprint is known.
    var isComplete: Bool { userFragment.utf8.count >= 4 && password.utf8.count >= 22 && fingerprint != nil }
}

package struct CertificateFingerprint: Sendable, Equatable {
    /// In lower case: `sha-256`.
    package var algorithm: String
    package var bytes: [UInt8]

    package init(algorithm: String, bytes: [UInt8]) {
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// Reads `sha-256 4A:AD:…`. Returns `nil` for invalid text and for broken hash functions.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: " ")
        let lengths = ["sha-256": 32, "sha-384": 48, "sha-512": 64]
        guard parts.count == 2, let length = lengths[parts[0].lowercased()] else { return nil }
        let numbers = parts[1].split(separator: ":").map { $0.utf8.count == 2 ? UInt8($0, radix: 16) : nil }
        guard numbers.count == length, numbers.allSatisfy({ $0 != nil }) else { return nil }
        self.init(algorithm: parts[0].lowercased(), bytes: numbers.compactMap { $0 })
    }

    var text: String {
        let digits = Array("0123456789ABCDEF")
        return algorithm + " "
            + bytes.map { String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }.joined(separator: ":")
    }
}

package struct Candidate: Sendable, Equatable {
    var address: SocketAddress
    var priority: UInt32

    init(address: SocketAddress, priority: UInt32) {
        self.address = address
        self.priority = priority
    }
}
