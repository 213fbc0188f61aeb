import TestSupport
import Testing

@testable import WebRTC

@Suite("Session descriptions")
struct SessionDescriptionTests {
    /// A shortened offer of a publisher's sound and pictures by Janus 1.1.2.
    static let janus = """
        v=0\r
        o=- 1764153913 1 IN IP4 10.0.2.15\r
        s=VideoRoom 1\r
        t=0 0\r
        a=group:BUNDLE 0 1 2\r
        a=ice-options:trickle\r
        a=fingerprint:sha-256 D2:B9:31:8F:DF:24:D8:0E:ED:D2:EF:25:9E:AF:6F:B8:34:AE:53:9C:E6:F3:8F:F2:64:15:FA:E8:7F:53:2D:38\r
        a=extmap-allow-mixed\r
        a=msid-semantic: WMS *\r
        a=ice-lite\r
        m=audio 9 UDP/TLS/RTP/SAVPF 111\r
        c=IN IP4 10.0.2.15\r
        a=sendonly\r
        a=mid:0\r
        a=rtcp-mux\r
        a=ice-ufrag:Zh6F\r
        a=ice-pwd:Y1FcCbLhEYrpMB4zPrH4rA\r
        a=setup:actpass\r
        a=rtpmap:111 opus/48000/2\r
        a=msid:janus janus0\r
        a=ssrc:3337771512 cname:janus\r
        a=candidate:1 1 udp 2015363327 10.0.2.15 21341 typ host\r
        a=candidate:2 1 tcp 1015021823 10.0.2.15 9 typ host tcptype active\r
        a=candidate:3 1 udp 2015363583 4ab1.local 21342 typ host\r
        a=end-of-candidates\r
        m=video 9 UDP/TLS/RTP/SAVPF 96 97\r
        a=sendonly\r
        a=mid:1\r
        a=rtpmap:96 VP8/90000\r
        a=rtpmap:97 H264/90000\r
        a=fmtp:97 profile-level-id=42e01f;packetization-mode=1\r
        a=rtcp-fb:97 nack\r
        a=rtcp-fb:97 nack pli\r
        a=rtcp-fb:97 transport-cc\r
        a=ssrc:1234567890 cname:janus\r
        a=ice-ufrag:Zh6F\r
        a=ice-pwd:Y1FcCbLhEYrpMB4zPrH4rA\r
        m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r
        a=sendrecv\r
        a=mid:2\r
        a=sctp-port:5000\r

        """

    @Test func anOfferOfJanusIsRead() throws {
        let offer = try #require(SessionDescription(Self.janus))
        #expect(offer.isLite)
        expect(offer.media.map(\.kind), is: [.audio, .video, .application])
        expect(offer.media.map(\.mid), is: ["0", "1", "2"])
        let transport = try #require(offer.transport)
        #expect(transport.userFragment == "Zh6F" && transport.setup == .either)
        expect(transport.fingerprint?.bytes.prefix(2), is: [0xD2, 0xB9])
        // Neither TCP candidates nor names.
        expect(transport.candidates.map(\.address), is: [SocketAddress(host: [10, 0, 2, 15], port: 21_341)])
        expect(offer.media[1].codings.map(\.name), is: ["VP8", "H264"])
        #expect(offer.media[1].codings[1].isKnown && !offer.media[1].codings[0].isKnown)
        expect(offer.media[0].sources, is: [3_337_771_512])
    }

    @Test func theAnswerAcceptsPlayableMediaAndRefusesTheRest() throws {
        let offer = try #require(SessionDescription(Self.janus))
        let answer = try #require(SessionDescription(offer.answer(transport: Self.transport).text))
        expect(answer.media.map(\.port), is: [9, 9, 0])
        expect(answer.media[2].transportName, is: "UDP/DTLS/SCTP")
        #expect(answer.media.prefix(2).allSatisfy { $0.direction == .receive && $0.transport.setup == .passive })
        expect(answer.media[1].codings.map(\.payloadType), is: [97])
        expect(answer.media[1].codings[0].feedback, is: ["nack", "nack pli"])
        expect(answer.media[0].codings[0].feedback, is: ["nack"], "wanted, though it was not offered")
        expect(answer.transport?.fingerprint, is: Self.transport.fingerprint)

        let agreement = try #require(MediaAgreement(local: answer, remote: offer, isOffer: false))
        expect(agreement.receiving.map(\.coding.payloadType), is: [111, 97])
        expect(agreement.receiving.map(\.sources), is: [[3_337_771_512], [1_234_567_890]])
        #expect(agreement.sending.isEmpty && agreement.isRemoteLite && !agreement.isClient)
    }

    @Test func theOffererSendsWithThePayloadTypesOfTheAnswer() throws {
        let offer = SessionDescription.offer(
            [.video, .audio], transport: Self.transport, sources: [5, 6], name: "name")
        let text = offer.text
        #expect(text.contains("a=ssrc:5 cname:name\r\n") && text.contains("a=setup:actpass\r\n"))
        var answer = try #require(SessionDescription(text))
        for index in answer.media.indices {
            answer.media[index].direction = .receive
            answer.media[index].codings[0].payloadType = UInt8(100 + index)
            answer.media[index].transport.setup = .active
        }
        let agreement = try #require(MediaAgreement(local: offer, remote: answer, isOffer: true))
        expect(agreement.sending.map(\.coding.payloadType), is: [100, 101])
        expect(agreement.sending.map(\.sources), is: [[5], [6]])
        #expect(!agreement.isClient)
    }

    @Test func anOfferWithoutAFingerprintYieldsNoAgreement() throws {
        let text = Self.janus.split(separator: "\r\n").filter { !$0.hasPrefix("a=fingerprint") }.joined(
            separator: "\r\n")
        let offer = try #require(SessionDescription(text))
        expect(offer.transport, is: nil)
        expect(MediaAgreement(local: offer.answer(transport: Self.transport), remote: offer, isOffer: false), is: nil)
    }

    @Test(arguments: [
        "sha-1 00:11", "sha-256 00:11", "md5 " + [String](repeating: "AA", count: 32).joined(separator: ":"), "",
    ])
    func weakOrTruncatedFingerprintsAreRefused(_ text: String) { expect(CertificateFingerprint(text), is: nil) }

    @Test(arguments: ["", "v=0", "hello", "v=0\r\nm=video\r\n", "v=0\r\nm=video 99999999 RTP/AVP 96\r\n"])
    func malformedDescriptionsAreRefused(_ text: String) { expect(SessionDescription(text), is: nil) }

    @Test func answersToDamagedOffersHaveNoControlCharacters() {
        var random = SeededGenerator(seed: 11)
        let seed = Array(Self.janus.utf8)
        var count = 0
        for _ in 0..<Rounds.of(2000) {
            var bytes = seed
            for _ in 0..<Int.random(in: 1..<12, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
                if Bool.random(using: &random) { bytes.removeSubrange(place..<min(place + 9, bytes.count)) }
            }
            guard let offer = SessionDescription(String(decoding: bytes, as: UTF8.self)) else { continue }
            let answer = offer.answer(transport: Self.transport)
            // No line of the offer ends a line of the answer.
            #expect(answer.text.split(separator: "\r\n").allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 } })
            if MediaAgreement(local: answer, remote: offer, isOffer: false) != nil { count += 1 }
        }
        #expect(count > 100)
    }

    @Test func aDescriptionOfMoreThan64StreamsIsRefused() {
        let line = "m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n"
        #expect(SessionDescription("v=0\r\n" + String(repeating: line, count: 64)) != nil)
        expect(SessionDescription("v=0\r\n" + String(repeating: line, count: 65)), is: nil)
    }

    static let transport: TransportDescription = {
        var transport = TransportDescription()
        transport.userFragment = "abcd"
        transport.password = "0123456789012345678901"
        transport.fingerprint = CertificateFingerprint(algorithm: "sha-256", bytes: [UInt8](repeating: 7, count: 32))
        transport.candidates = [Candidate(address: SocketAddress(host: [127, 0, 0, 1], port: 9), priority: 5)]
        return transport
    }()
}
