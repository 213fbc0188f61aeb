import PlayCore
import TestSupport
import Testing

@testable import WebRTC

@Suite("Peers over the loopback")
struct WebRTCPeerTests {
    private static func waits(for peer: WebRTCPeer, _ isReached: (WebRTCPeer.Phase) -> Bool) -> Bool {
        eventually { isReached(peer.status.phase) }
    }

    @Test func framesOfOnePeerReachTheOther() throws {
        let (sender, receiver) = (try WebRTCPeer(), try WebRTCPeer())
        defer {
            sender.close()
            receiver.close()
        }
        let offer = sender.offer([.video, .audio], sends: true)
        let answer = try receiver.answer(try #require(SessionDescription(offer.text)))
        try sender.accept(try #require(SessionDescription(answer.text)))
        #expect(Self.waits(for: sender) { $0 == .running })
        #expect(Self.waits(for: receiver) { $0 == .running })

        var random = SeededGenerator(seed: 1)
        let units = (0..<20).map { MadeUnits.unit(isKeyframe: $0 == 0, bytes: 9000, &random) }
        for (index, unit) in units.enumerated() {
            let time = MediaTime(nanoseconds: Int64(index) * 40_000_000)
            #expect(sender.send(OutgoingFrame(kind: .video, bytes: unit, time: time)))
            #expect(sender.send(OutgoingFrame(kind: .audio, bytes: [UInt8(index), 1], time: time)))
        }
        var received: [ReceivedFrame] = []
        while received.count < 40 {
            received.append(try #require(try receiver.read(until: SystemClock().now + Patience.limit)))
        }
        let isSame = received.filter { $0.kind == .video }.map(\.bytes) == units
        #expect(isSame)
        expect(received.filter { $0.kind == .audio }.map(\.bytes[0]), is: Array(0..<20))

        // Unread frames are discarded, and a key frame is requested. A few at a time, as the sockets' buffers allow.
        var index = 20
        let isAsked = eventually {
            for _ in 0..<10 {
                let time = MediaTime(nanoseconds: Int64(index) * 40_000_000)
                sender.send(OutgoingFrame(kind: .video, bytes: units[1], time: time))
                index += 1
            }
            return sender.status.counts.keyframesWanted > 0
        }
        #expect(isAsked)

        // A peer that leaves notifies the other one.
        sender.close()
        #expect(Self.waits(for: receiver) { if case .ended(let error) = $0 { error.code == .closed } else { false } })
        #expect(throws: WebRTCError.self) {
            while try receiver.read(until: SystemClock().now + Patience.limit) != nil {}
        }
    }

    /// Whether the loopback interface has `::1`.
    private static let hasIPv6 =
        (try? WholeFile.read("/proc/net/if_inet6", limit: 1 << 20, kind: .ready)).map { ByteText.text($0) }?
        .contains("00000000000000000000000000000001") == true

    @Test("peers that know only each other's IPv6 address connect", .enabled(if: hasIPv6, "needs ::1"))
    func overIPv6() throws {
        let (sender, receiver) = (try WebRTCPeer(), try WebRTCPeer())
        defer {
            sender.close()
            receiver.close()
        }
        func overIPv6(_ description: SessionDescription) throws -> SessionDescription {
            var description = description
            let port = try #require(description.media[0].transport.candidates.first?.address.port)
            description.media[0].transport.candidates = Candidate.own(
                [[UInt8](repeating: 0, count: 15) + [1]], port: port)
            return try #require(SessionDescription(description.text))
        }
        let answer = try receiver.answer(try overIPv6(sender.offer([.audio], sends: true)))
        try sender.accept(try overIPv6(answer))
        #expect(Self.waits(for: sender) { $0 == .running })
        #expect(Self.waits(for: receiver) { $0 == .running })
    }

    @Test("this machine's candidates are written with falling priorities, and read again")
    func ownCandidates() throws {
        let six: [UInt8] = [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [7]
        let own = Candidate.own([six, [192, 0, 2, 7]], port: 5000)
        expect(
            own.map(\.text),
            is: ["1 1 udp 2130706431 2001:db8::7 5000 typ host", "1 1 udp 2130706175 192.0.2.7 5000 typ host"])
        expect(own.map { Candidate($0.text[...]) }, is: own)
        #expect(!DatagramSocket.ownHosts().isEmpty)
    }

    @Test func aPeerWithAnotherCertificateIsRefused() throws {
        let (sender, receiver) = (try WebRTCPeer(), try WebRTCPeer())
        defer {
            sender.close()
            receiver.close()
        }
        let offer = sender.offer([.audio], sends: true)
        var answer = try receiver.answer(offer)
        answer.media[0].transport.fingerprint = CertificateFingerprint(
            algorithm: "sha-256", bytes: [UInt8](repeating: 1, count: 32))
        try sender.accept(answer)
        #expect(
            Self.waits(for: sender) {
                if case .ended(let error) = $0 { error.code == .wrongCertificate } else { false }
            })
    }

    @Test func anAnswerThatRefusesAllMediaIsADisagreement() throws {
        let peer = try WebRTCPeer()
        defer { peer.close() }
        var answer = peer.offer([.video], sends: true)
        answer.media[0].port = 0
        let error = #expect(throws: WebRTCError.self) { try peer.accept(answer) }
        expect(error?.code, is: .disagreement)
    }
}

@Suite("Queues of frames")
struct FrameQueueTests {
    private static func frame(_ kind: MediaDescription.Kind, isKeyframe: Bool) -> ReceivedFrame {
        ReceivedFrame(
            kind: kind, mid: "0", bytes: [1], isKeyframe: isKeyframe, time: UTCTime(nanoseconds: 0), isReported: true,
            elapsed: .zero, arrival: .zero)
    }

    @Test func unreadFramesAreDroppedUntilTheNextKeyFrame() {
        var queue = ReceivedFrames()
        let asked = (0...ReceivedFrames.countLimit).map { _ in queue.append(Self.frame(.video, isKeyframe: false)) }
        #expect(asked.filter { $0 }.count == 1 && asked.last == true)
        expect(queue.next(), is: nil)
        expect(queue.append(Self.frame(.video, isKeyframe: false)), is: false)
        expect(queue.next(), is: nil, "it refers to what was thrown away")
        expect(queue.append(Self.frame(.audio, isKeyframe: true)), is: false)
        expect(queue.append(Self.frame(.video, isKeyframe: true)), is: false)
        let kinds = [queue.next()?.kind, queue.next()?.kind]
        expect(kinds, is: [.audio, .video])
    }

    @Test func aFullSendQueueRefusesFrames() {
        var queue = OutgoingFrames()
        let frame = OutgoingFrame(kind: .audio, bytes: [UInt8](repeating: 0, count: 3 << 20), time: .zero)
        let taken = (0..<3).map { _ in queue.append(frame) }
        expect(taken, is: [true, true, false])
        expect(queue.removeAll().count, is: 2)
        expect(queue.append(frame), is: true)
    }
}
