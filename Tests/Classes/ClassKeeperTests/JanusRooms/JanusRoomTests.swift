import Foundation
import PlayCore
import TestSupport
import Testing

@testable import ClassKeeper
@testable import WebRTC

@Suite(
    "Rooms of a real Janus", .enabled(if: RunningJanus.isPresent, Comment(rawValue: RunningJanus.absentReason)),
    .serialized)
struct JanusRoomTests {
    private struct Journey {
        var clip: CodedClip
        var pictures: [ReceivedFrame]
        var sounds: [ReceivedFrame]
        var sender: MediaCounts
        var receiver: MediaCounts
        var connectingTook: HostTime?

        var places: [Int] { pictures.map { clip.place(of: $0.bytes) ?? -1 } }

        var longestHole: Int { zip(places, places.dropFirst()).map { $1 - $0 - 1 }.max() ?? 0 }
    }

    /// Silence in Opus, which differs from every packet of a clip. Sent with the clip's first picture until media flow,
    /// and after the clip until all earlier packets have arrived.
    private static let silence: [UInt8] = [0xF8, 0xFF, 0xFE]

    private static func waits(_ isReached: () -> Bool) -> Bool { eventually(isReached) }

    /// Sends the clip at its own speed.
    private static func journey(_ sends: JanusRoom, _ receives: JanusRoom, seconds: Int) throws -> Journey {
        let clip = try CodedClip(seconds: seconds)
        let sender = try sends.publish([.video, .audio], as: "teacher")
        defer { sender.close() }
        try #require(waits { sender.peer.status.phase == .running })
        let receiver = try subscribe(receives, to: "teacher")
        defer { receiver.close() }
        try #require(waits { receiver.peer.status.phase == .running })

        let frames = Monitor<[ReceivedFrame]>([])
        let isOver = CancelToken()
        let reader = WorkerThread(name: "reader") {
            while !isOver.isCancelled {
                do {
                    guard let frame = try receiver.peer.read(until: SystemClock().now + .milliseconds(100)) else {
                        continue
                    }
                    frames.withLock { $0.append(frame) }
                } catch { return }
            }
        }
        defer {
            isOver.cancel()
            reader.join()
        }
        try #require(send(clip, by: sender.peer, frames))
        let received = frames.withLock { $0 }
        return Journey(
            clip: clip, pictures: pictures(received, of: clip), sounds: sounds(received).filter { $0.bytes != silence },
            sender: sender.peer.status.counts, receiver: receiver.peer.status.counts,
            connectingTook: receiver.peer.status.connectingTook)
    }

    private static func pictures(_ received: [ReceivedFrame], of clip: CodedClip) -> [ReceivedFrame] {
        let pictures = received.filter { $0.kind == .video }
        guard let second = pictures.firstIndex(where: { clip.place(of: $0.bytes) != 0 }) else { return [] }
        let end = pictures[second...].firstIndex { clip.place(of: $0.bytes) == 0 } ?? pictures.endIndex
        return Array(pictures[max(0, second - 1)..<end])
    }

    private static func sounds(_ received: [ReceivedFrame]) -> [ReceivedFrame] { received.filter { $0.kind == .audio } }

    /// Retries, because the server may learn a moment after the sender that it sends.
    private static func subscribe(_ room: JanusRoom, to user: String) throws -> JanusRoom.Connection {
        let deadline = SystemClock().now + Patience.limit
        while true {
            do throws(JanusError) { return try room.subscribe(to: user) } catch {
                guard error.isAbsence, SystemClock().now < deadline else { throw error }
                WakeUp().wait(until: SystemClock().now + .milliseconds(20))
            }
        }
    }

    /// Sends a clip like an encoder, with a key frame soon after a request for one. Sends silence and the clip's first
    /// picture before it until media flow, and after it until all earlier packets have arrived.
    ///
    /// - Returns: Whether that succeeded in time.
    private static func send(_ clip: CodedClip, by peer: WebRTCPeer, _ received: Monitor<[ReceivedFrame]>) -> Bool {
        let began = SystemClock().now
        let pause = WakeUp()
        var step = 0
        func send(_ sound: [UInt8], _ picture: [UInt8]?) {
            pause.wait(until: began + .milliseconds(step * CodedClip.soundInterval))
            let time = MediaTime.milliseconds(step * CodedClip.soundInterval)
            peer.send(OutgoingFrame(kind: .audio, bytes: sound, time: time))
            if let picture { peer.send(OutgoingFrame(kind: .video, bytes: picture, time: time)) }
            step += 1
        }
        func stay(until isReached: ([ReceivedFrame]) -> Bool) -> Bool {
            let deadline = SystemClock().now + Patience.limit
            while !received.withLock({ isReached($0) }) {
                guard SystemClock().now < deadline else { return false }
                send(silence, step % 2 == 0 ? clip.codings[0][0] : nil)
            }
            return true
        }
        guard stay(until: { Set($0.map(\.kind)) == [.audio, .video] }) else { return false }
        var (coding, answered) = (0, peer.status.counts.keyframesWanted)
        for place in 0..<clip.count {
            let wanted = peer.status.counts.keyframesWanted
            if wanted > answered, let other = clip.coding(withKeyframeAt: place) {
                (coding, answered) = (other, wanted)
            }
            send(clip.sounds[2 * place], clip.codings[coding][place])
            send(clip.sounds[2 * place + 1], nil)
        }
        return stay { received in
            let last = received.last { $0.kind == .video }
            return sounds(received).last?.bytes == silence && sounds(received).contains { $0.bytes != silence }
                && last.flatMap { clip.place(of: $0.bytes) } == 0 && !pictures(received, of: clip).isEmpty
        }
    }

    private static func describe(_ journey: Journey, _ name: String) {
        print(
            "\(name): \(journey.pictures.count) of \(journey.clip.count) pictures, \(journey.sounds.count) of "
                + "\(journey.clip.sounds.count) sounds, connecting \(journey.connectingTook?.inMilliseconds ?? -1) ms, "
                + "hole \(journey.longestHole), "
                + "repeated \(journey.sender.packetsRepeated), requested \(journey.receiver.packetsRequested), lost "
                + "\(journey.receiver.packetsLost), late \(journey.receiver.packetsLate), key frames \(journey.receiver.keyframesRequested)"
        )
    }

    @Test("LIVE-43: pictures and sound arrive over the UDP link unchanged and in order")
    func everythingArrives() throws {
        let janus = try RunningJanus()
        let administration = try janus.administration()
        defer { administration.close() }
        try administration.create(room: "class", publishers: 6)
        let journey = try Self.journey(janus.room("class"), janus.room("class"), seconds: 4)
        Self.describe(journey, "no loss")
        expect(journey.places, is: Array(0..<journey.clip.count))
        let isSoundSame = journey.sounds.map(\.bytes) == Array(journey.clip.sounds.prefix(2 * journey.clip.count))
        #expect(isSoundSame, "\(journey.sounds.count) sounds")
        let decoded = try CodedClip.decoded(journey.pictures.map(\.bytes))
        #expect(decoded.count == journey.pictures.count && decoded.complaints.isEmpty, "\(decoded)")
        let last = try #require(journey.pictures.last)
        #expect(last.isReported, "the server's reports say when it was")
    }

    @Test("LIVE-43: with 2 % loss on each hop, lost packets are repeated, and most pictures and sounds arrive in order")
    func lossIsRepaired() throws {
        let janus = try RunningJanus()
        let administration = try janus.administration()
        defer { administration.close() }
        try administration.create(room: "class", publishers: 6)
        let relays = Monitor<[LossyRelay]>([])
        defer { for relay in relays.withLock({ $0 }) { relay.close() } }
        var rooms: [JanusRoom] = []
        for seed in [1, 2] as [UInt64] {
            var room = janus.room("class")
            room.rewrite = { text in Self.relayed(text, relays, seed) }
            rooms.append(room)
        }
        let journey = try Self.journey(rooms[0], rooms[1], seconds: 8)
        Self.describe(journey, "2 % lost, 10 ms each way of each hop")
        let lost = relays.withLock { $0.reduce(0) { $0 + $1.lost } }
        #expect(lost > 10, "the relays lost \(lost)")
        #expect(!journey.places.contains(-1))
        expect(journey.places, is: journey.places.sorted())
        // Without repair a sixth of the pictures would lack a packet, and each such picture affects all up to the next
        // key frame. So does a packet lost twice on the path to the server. The server forwards only one request for a
        // key frame per second.
        #expect(journey.receiver.packetsLost * 2 < lost, "\(journey.receiver.packetsLost) of \(lost) for good")
        #expect(journey.places.count >= journey.clip.count * 3 / 4)
        #expect(journey.longestHole <= 50)
        #expect(journey.sender.packetsRepeated > 0 && journey.receiver.packetsRequested > 0)
        #expect(journey.sounds.count >= journey.clip.sounds.count * 9 / 10)
        let decoded = try CodedClip.decoded(journey.pictures.map(\.bytes))
        expect(decoded.count, is: journey.pictures.count, "\(decoded)")
    }

    private static func relayed(_ text: String, _ relays: Monitor<[LossyRelay]>, _ seed: UInt64) -> String {
        let candidates = SessionDescription(text)?.media.flatMap(\.transport.candidates) ?? []
        guard let candidate = candidates.first(where: { $0.address.host.count == 4 }),
            let relay = try? LossyRelay(
                host: candidate.address.hostText, port: Int(candidate.address.port), loss: 2, delay: .milliseconds(10),
                seed: seed)
        else { return text }
        relays.withLock { $0.append(relay) }
        // One address suffices, and others would bypass the relay.
        var lines = text.components(separatedBy: "\r\n").filter { !$0.hasPrefix("a=candidate") }
        let place = lines.firstIndex { $0.hasPrefix("a=ice-ufrag") } ?? lines.count
        lines.insert("a=candidate:1 1 udp 2130706431 127.0.0.1 \(relay.port) typ host", at: place)
        return lines.joined(separator: "\r\n")
    }

    @Test func janusBehindNATOffersInnerAndOuterAddresses() throws {
        let janus = try RunningJanus(outerAddress: "203.0.113.7")
        let administration = try janus.administration()
        defer { administration.close() }
        try administration.create(room: "class", publishers: 6)
        let hosts = Monitor<Set<String>>([])
        var room = janus.room("class")
        room.rewrite = { text in
            let candidates = SessionDescription(text)?.media.flatMap(\.transport.candidates) ?? []
            hosts.withLock { $0 = Set(candidates.map(\.address.hostText)) }
            return text
        }
        let sender = try room.publish([.audio], as: "teacher")
        defer { sender.close() }
        let found = hosts.withLock { $0 }
        #expect(found.contains("203.0.113.7") && found.count > 1)
        // In the local network, the inner address works.
        #expect(Self.waits { sender.peer.status.phase == .running })
    }

    @Test func aPublisherWithAWrongTokenIsRefused() throws {
        let janus = try RunningJanus()
        let administration = try janus.administration()
        defer { administration.close() }
        try administration.create(room: "class", publishers: 6)
        try administration.allow(["right"], in: "class")
        let error = #expect(throws: JanusError.self) {
            _ = try janus.room("class", token: "wrong").publish([.audio], as: "stranger")
        }
        expect(error?.isForbidden, is: true, "\(String(describing: error))")
        let known = try janus.room("class", token: "right").publish([.audio], as: "known")
        #expect(Self.waits { known.peer.status.phase == .running })

        try administration.kick("known", from: "class")
        #expect(Self.waits { if case .ended = known.peer.status.phase { true } else { known.session.ending != nil } })
        known.close()
    }

    @Test("Chromium's offer is answered with H.264 and without rotation, as tvplay does not rotate pictures")
    func chromium() throws {
        let janus = try RunningJanus()
        let streams = try JanusStreams(janus.address, key: RunningJanus.key, client: janus.client) { _ in }
        defer { streams.close() }
        let text = try streams.publish("w1", .video, offer: ChromiumOffer.text, room: "class")
        let answer = try #require(SessionDescription(text))
        #expect(answer.isLite && answer.media.count == 1 && answer.media[0].direction == .receive)
        let coding = try #require(answer.media[0].codings.first)
        #expect(coding.payloadType == 102 && coding.isKnown)
        #expect(!text.contains("video-orientation"))
        // With this feedback a browser measures the capacity of its connection.
        #expect(coding.feedback.contains("transport-cc") && text.contains("transport-wide-cc"))
    }

    @Test func roomsAreCreatedOnlyWithTheKey() throws {
        let janus = try RunningJanus()
        let administration = try JanusAdministration(
            janus.address, key: "guessed", secret: "secret", client: janus.client)
        defer { administration.close() }
        #expect(throws: JanusError.self) { try administration.create(room: "class", publishers: 6) }
        #expect(throws: JanusError.self) { _ = try janus.room("class").subscribe(to: "nobody") }
    }

    @Test func aKilledServerEndsTheSession() throws {
        let janus = try RunningJanus()
        let administration = try janus.administration()
        defer { administration.close() }
        try administration.create(room: "class", publishers: 6)
        let sender = try janus.room("class").publish([.audio], as: "teacher")
        defer { sender.close() }
        #expect(Self.waits { sender.peer.status.phase == .running })
        janus.kill()
        #expect(Self.waits { sender.session.ending != nil })
        #expect(
            Self.waits {
                if case .ended(let error) = sender.peer.status.phase { error.code == .unreachable } else { false }
            })
    }
}

@Suite("Messages of Janus")
struct JanusMessageTests {
    @Test func anEventWithADescriptionIsRead() throws {
        let text = """
            {"janus":"event","session_id":1,"transaction":"t","sender":7,"plugindata":{"plugin":"janus.plugin.videoroom",
            "data":{"videoroom":"attached"}},"jsep":{"type":"offer","sdp":"v=0"}}
            """
        let message = try #require(JanusMessage.list(Array(text.utf8))?.first)
        #expect(message.kind == .event && message.transaction == "t" && message.description == "v=0")
    }

    @Test func errorsOfServerAndRoomAreReadAsFailures() throws {
        let server = #"{"janus":"error","transaction":"t","error":{"code":458,"reason":"No such session"}}"#
        let room = #"{"janus":"event","plugindata":{"data":{"error_code":433,"error":"Unauthorized"}}}"#
        let kinds = try [server, room].map { try #require(JanusMessage.list(Array($0.utf8))?.first).kind }
        expect(kinds, is: [.failure(458, "No such session"), .failure(433, "Unauthorized")])
    }

    @Test(arguments: ["", "[]", "{}", "null", "[1,2]", "{\"janus\":7}", "not"])
    func invalidTextYieldsNoMessage(_ text: String) {
        #expect(JanusMessage.list(Array(text.utf8))?.isEmpty ?? true)
    }
}
