import PlayCore
import TestSupport
import Testing

@testable import WebRTC

@Suite("Keys and encryption")
struct SecrecyTests {
    /// Exchanges datagrams until both ends are done, or one throws.
    private static func shakeHands(
        expectedByClient: CertificateFingerprint?, expectedByServer: CertificateFingerprint? = nil
    ) throws -> (client: DTLSSession.Progress, server: DTLSSession.Progress, rounds: Int) {
        let (mine, theirs) = (try PeerIdentity(), try PeerIdentity())
        let client = try DTLSSession(mine, isClient: true, expected: expectedByClient ?? theirs.fingerprint)
        let server = try DTLSSession(theirs, isClient: false, expected: expectedByServer ?? mine.fingerprint)
        var (clientResult, serverResult) = (DTLSSession.Progress.underWay, DTLSSession.Progress.underWay)
        for round in 0..<10 {
            if clientResult == .underWay { clientResult = try client.advance() }
            for datagram in client.removeDatagrams() {
                #expect(datagram.count <= DTLSRecords.datagramLimit)
                server.receive(datagram)
                if serverResult == .underWay { serverResult = try server.advance() }
            }
            for datagram in server.removeDatagrams() {
                client.receive(datagram)
                if clientResult == .underWay { clientResult = try client.advance() }
            }
            if clientResult != .underWay, serverResult != .underWay { return (clientResult, serverResult, round) }
        }
        return (clientResult, serverResult, 10)
    }

    @Test func bothEndsGetTheSameKeys() throws {
        let result = try Self.shakeHands(expectedByClient: nil)
        guard case .done(let client) = result.client, case .done(let server) = result.server else {
            return #expect(Bool(false), "\(result)")
        }
        #expect(client.outgoing == server.incoming && client.incoming == server.outgoing)
        #expect(client.outgoing != client.incoming && client.outgoing.count == 30)
    }

    @Test(arguments: [true, false])
    func aPeerWithAnotherCertificateIsRefused(_ isClient: Bool) throws {
        let other = try PeerIdentity().fingerprint
        let error = #expect(throws: WebRTCError.self) {
            _ = try Self.shakeHands(
                expectedByClient: isClient ? other : nil, expectedByServer: isClient ? nil : other)
        }
        expect(error?.code, is: .wrongCertificate)
    }

    @Test func aRetransmissionIsDueWithin100Milliseconds() throws {
        let (mine, theirs) = (try PeerIdentity(), try PeerIdentity())
        let client = try DTLSSession(mine, isClient: true, expected: theirs.fingerprint)
        try expect(client.advance(), is: .underWay)
        expect(client.removeDatagrams().count, is: 1)
        let left = try #require(client.timeLeft)
        #expect(left.inMilliseconds <= 100)
    }

    @Test func aDamagedHelloIsIgnoredOrRefused() throws {
        var random = SeededGenerator(seed: 3)
        let identity = try PeerIdentity()
        let client = try DTLSSession(identity, isClient: true, expected: identity.fingerprint)
        _ = try client.advance()
        let hello = try #require(client.removeDatagrams().first)
        for _ in 0..<500 {
            let server = try DTLSSession(identity, isClient: false, expected: identity.fingerprint)
            var bytes = hello
            for _ in 0..<8 {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            server.receive(bytes)
            do { #expect(try server.advance() == .underWay) } catch { #expect(error.code == .secrecy) }
            _ = server.removeDatagrams()
        }
    }

    @Test func recordsAreNotSplitAcrossDatagrams() {
        func record(_ length: Int) -> [UInt8] {
            [22, 0xFE, 0xFD, 0, 0, 0, 0, 0, 0, 0, 1, UInt8(length >> 8), UInt8(length & 255)]
                + [UInt8](repeating: 7, count: length)
        }
        let datagrams = DTLSRecords.datagrams(record(100) + record(900) + record(400) + record(50))
        expect(datagrams.map(\.count), is: [1026, 476])
        expect(DTLSRecords.datagrams([1, 2, 3]), is: [[1, 2, 3]])
        #expect(DTLSRecords.datagrams([]).isEmpty)
    }

    private static func pair() throws -> (out: SRTPSession, in: SRTPSession) {
        let key = [UInt8](0..<30)
        return (try SRTPSession(key: key, isOutgoing: true), try SRTPSession(key: key, isOutgoing: false))
    }

    private static func packet(_ sequence: UInt16, source: UInt32 = 1) -> [UInt8] {
        RTPPacket(payloadType: 96, sequence: sequence, timestamp: 0, source: source, payload: [1, 2, 3]).bytes
    }

    @Test func protectedPacketsAreOpenedOnceAndOnlyUnchanged() throws {
        let (out, into) = try Self.pair()
        let secret = try #require(out.protected(Self.packet(7), isControl: false))
        #expect(secret.count == Self.packet(7).count + 10 && secret != Self.packet(7))
        var changed = secret
        changed[13] ^= 1
        expect(into.opened(changed, isControl: false), is: nil)
        expect(into.opened(secret, isControl: false), is: Self.packet(7))
        expect(into.opened(secret, isControl: false), is: nil, "a packet that came before")
        // A repeated packet is the same to the byte, as the first one may be lost.
        expect(out.protected(Self.packet(7), isControl: false), is: secret)
        let report = RTCPMessage.receiverReport(source: 1, blocks: []).bytes
        let secretReport = try #require(out.protected(report, isControl: true))
        expect(into.opened(secretReport, isControl: true), is: report)
    }

    /// libre 1.1.0 refuses packets that arrive 65 packets late, which is less than a key frame of 1080p.
    @Test func aPacketThatArrives500PacketsLateIsOpened() throws {
        let (out, into) = try Self.pair()
        let secrets = try (0..<600).map { try #require(out.protected(Self.packet(UInt16($0)), isControl: false)) }
        for number in secrets.indices where number != 99 {
            #expect(into.opened(secrets[number], isControl: false) != nil)
        }
        expect(into.opened(secrets[99], isControl: false), is: Self.packet(99))
    }

    @Test func theNumberOfSourcesIsLimited() throws {
        let (out, into) = try Self.pair()
        let opened = try (0..<100).filter { source in
            let secret = try #require(out.protected(Self.packet(1, source: UInt32(source + 1)), isControl: false))
            return into.opened(secret, isControl: false) != nil
        }
        expect(opened.count, is: SRTPSession.sourceLimit)
    }
}
