import Addresses
import ClassAccess
import ClassKeeper
import ClassRules
import ClassWire
import Classes
import ClassroomHarness
import PlayCore
import Signalling
import TestSupport
import Testing
import Transport
import WebRTC

/// A class whose Janus accepts connections and answers nothing.
@Suite("A Janus that hangs", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct HangingJanusTests {
    @Test("LIVE-11, LIVE-48, LIVE-69: entering, raising a hand and a ban from the chat do not wait for a hanging Janus")
    func others() throws {
        let janus = try HangingJanus()
        let classroom = try LiveClassroom { try $0.use(janus.settings) }
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        let anna = try Attendee(classroom, "Anna").enter()
        try teacher.wish(.start(true))
        var settings = HTTPSettings(userAgent: "tests")
        settings.timeout = .seconds(60)
        settings.transfersPerHost = 64
        let client = try #require(HTTPClient(settings))
        let cancel = CancelToken()
        let link = try classroom.link()
        func join() throws { _ = try client.begin(HTTPRequest(#require(Address(link))), cancel: cancel).head() }
        try join()
        let offers = try (0..<12).map { _ in client.begin(try offer(of: teacher), cancel: cancel) }
        #expect(janus.hangs(until: SystemClock().now + .seconds(20)))
        let start = SystemClock().now
        try join()
        #expect(try anna.wish(.requestToSpeak) != .refused(ClassError(.notInProgress)))
        try teacher.wish(.banFromChat(ChatBanWish(user: anna.id, seconds: 600)))
        #expect(anna.wait { anna.occupancy.own?.role == .visitor ? () : nil } != nil)
        // Each of the dozen requests would take two seconds.
        let time = SystemClock().now - start
        #expect(time < .seconds(2), "\(time.inMilliseconds) ms")
        #expect(anna.state.live.requests[anna.id] != nil)
        cancel.cancel()
        withExtendedLifetime(offers) {}
        let end = SystemClock().now
        classroom.stop()
        #expect(SystemClock().now - end < .seconds(20))
    }

    private func offer(of user: Attendee) throws -> HTTPRequest {
        let media = try #require(user.ticket.media.first { $0.name == "webrtc" })
        let name = MediaStreamName(room: LiveClassroom.name, user: user.id, .video)
        var request = HTTPRequest(try #require(Address(media.address + StreamResource(.send, name).path)))
        request.method = .post
        let peer = try WebRTCPeer()
        defer { peer.close() }
        request.body = Array(peer.offer([.video], sends: true).text.utf8)
        request.headers = [
            HTTPHeader(name: "Content-Type", value: "application/sdp"),
            HTTPHeader(name: "Authorization", value: "Bearer " + (media.token ?? "")),
        ].compactMap(\.self)
        return request
    }
}
