import Addresses
import ClassAccess
import ClassKeeper
import ClassRules
import Classes
import ClassroomHarness
import PlayCore
import TestSupport
import Testing
import Transport
import WebRTC

private let areServersPresent = ProsodyServer.isPresent && ClassJanusServer.isPresent

/// A class with a real Janus, whose streams are requested over HTTP.
@Suite(
    "sound and pictures by WHIP and WHEP", .serialized,
    .enabled(if: areServersPresent, "\(ProsodyServer.absentReason); \(ClassJanusServer.absentReason)"))
struct ClassDatagramTests {
    private struct Lesson {
        let janus: ClassJanusServer
        let classroom: LiveClassroom
        let teacher: Attendee
        let anna: Attendee
        let client: HTTPClient
        let cancel = CancelToken()

        init() throws {
            let janus = try ClassJanusServer()
            self.janus = janus
            classroom = try LiveClassroom { try $0.use(janus) }
            teacher = try Attendee(classroom, "Wang", .teacher).enter()
            anna = try Attendee(classroom, "Anna").enter()
            client = try #require(HTTPClient(HTTPSettings(userAgent: "tests")))
        }

        func stream(
            _ side: StreamResource.Side, _ kind: MediaStreamName.Kind, of user: Attendee, by asker: Attendee,
            token: String? = nil
        ) throws -> WebStream {
            let media = try #require(asker.ticket.media.first { $0.name == "webrtc" })
            let name = MediaStreamName(room: LiveClassroom.name, user: user.id, kind)
            let address = try #require(Address(media.address + StreamResource(side, name).path))
            return WebStream(address, token: token ?? media.token, client: client)
        }

        func publish(_ kind: MediaStreamName.Kind, of user: Attendee, by asker: Attendee? = nil) throws
            -> WebStreamConnection
        {
            let isSound = kind == .audio || kind == .sharedAudio
            return try stream(.send, kind, of: user, by: asker ?? user).publish(
                [isSound ? .audio : .video], cancel: cancel)
        }

        func isRefused(_ kind: MediaStreamName.Kind, of user: Attendee, by asker: Attendee? = nil) throws -> Bool {
            let stream = try stream(.send, kind, of: user, by: asker ?? user)
            do throws(WebStreamError) {
                try stream.publish([kind == .audio ? .audio : .video], cancel: cancel).close()
                return false
            } catch {
                return error.code == .refused
            }
        }

        func comes(_ user: Attendee, _ isSo: (MediaUser) -> Bool) -> Bool {
            teacher.wait(limit: .seconds(30)) {
                (teacher.state.users.list[user.id]?.media).map(isSo) == true ? () : nil
            } != nil
        }

        func ends(_ connection: WebStreamConnection) -> Bool {
            let deadline = SystemClock().now + .seconds(30)
            while connection.peer.status.phase.isAlive {
                guard SystemClock().now < deadline else { return false }
                connection.wait(until: deadline, cancel: cancel)
            }
            return true
        }
    }

    @Test("LIVE-43: UDP streams need the right to send, are announced to the class, and end with that right")
    func rights() throws {
        let lesson = try Lesson()
        let (teacher, anna) = (lesson.teacher, lesson.anna)
        #expect(try lesson.isRefused(.audio, of: teacher), "before the class has begun")
        try teacher.wish(.start(true))
        let picture = try lesson.publish(.video, of: teacher)
        defer { picture.close() }
        #expect(lesson.comes(teacher) { $0.hasVideo && !$0.hasAudio })
        #expect(try lesson.isRefused(.audio, of: anna), "she was not allowed to speak")
        #expect(try lesson.isRefused(.video, of: teacher, by: anna), "for another")
        let forged = try lesson.stream(.send, .audio, of: teacher, by: teacher, token: "x.y.z")
        #expect(throws: WebStreamError(.refused, operation: "publish")) {
            try forged.publish([.audio], cancel: lesson.cancel)
        }
        // Permission to send sound does not cover a picture.
        let smuggled = try lesson.stream(.send, .audio, of: teacher, by: teacher)
        #expect(throws: WebStreamError(.status(400), operation: "publish")) {
            try smuggled.publish([.audio, .video], cancel: lesson.cancel)
        }

        try anna.wish(.requestToSpeak)
        try teacher.wish(.reply(ClassReply(user: anna.id, true)))
        try #require(teacher.wait { teacher.state.live.speakers[anna.id] } != nil)
        let sound = try lesson.publish(.audio, of: anna)
        defer { sound.close() }
        #expect(lesson.comes(anna) { $0.hasAudio })
        try teacher.wish(.lowerHand(anna.id))
        #expect(lesson.ends(sound))
        #expect(lesson.comes(anna) { !$0.sends })
        expect(picture.peer.status.phase, is: .running)
    }

    @Test("LIVE-43: a stream can be received while it is being sent, and receivers learn when it ends")
    func receiving() throws {
        let lesson = try Lesson()
        let (teacher, anna) = (lesson.teacher, lesson.anna)
        try teacher.wish(.start(true))
        let wanted = try lesson.stream(.receive, .video, of: teacher, by: anna)
        #expect(throws: WebStreamError(.absent, operation: "play")) { try wanted.play([.video], cancel: lesson.cancel) }
        let first = try lesson.publish(.video, of: teacher)
        #expect(lesson.comes(teacher) { $0.hasVideo })
        let received = try wanted.play([.video], cancel: lesson.cancel)
        try received.waitUntilRunning(until: SystemClock().now + .seconds(20), cancel: lesson.cancel)
        // A second stream replaces it. Receivers get the new one with their next request.
        let second = try lesson.publish(.video, of: teacher)
        defer { second.close() }
        #expect(lesson.ends(first) && lesson.ends(received))
        first.close()
        received.close()
        let again = try wanted.play([.video], cancel: lesson.cancel)
        try again.waitUntilRunning(until: SystemClock().now + .seconds(20), cancel: lesson.cancel)
        again.close()
        // Janus is killed, so no stream is being sent.
        try lesson.janus.kill()
        #expect(lesson.comes(teacher) { !$0.hasVideo })
        try lesson.janus.startAgain()
        let third = try #require(Self.eventually { try? lesson.publish(.video, of: teacher) })
        defer { third.close() }
        #expect(lesson.comes(teacher) { $0.hasVideo })
    }

    private static func eventually<Found>(_ find: () -> Found?) -> Found? {
        let deadline = SystemClock().now + .seconds(30)
        while SystemClock().now < deadline {
            if let found = find() { return found }
            WakeUp().wait(until: SystemClock().now + .milliseconds(200))
        }
        return nil
    }
}

extension WebRTCPeer.Phase {
    fileprivate var isAlive: Bool { if case .ended = self { false } else { true } }
}
