import ClassAccess
import ClassKeeper
import ClassRules
import ClassWire
import Classes
import ClassroomHarness
import Encoding
import HTTPServing
import PlayCore
import Signalling
import TestSupport
import Testing

private let areServersPresent = ProsodyServer.isPresent && ClassMediaServer.isPresent

@Suite("sound and pictures by RTMP", .serialized)
struct ClassMediaTests {
    private struct Lesson {
        let server: ClassMediaServer
        let classroom: LiveClassroom
        let teacher: Attendee
        let anna: Attendee

        init() throws {
            let server = try ClassMediaServer()
            self.server = server
            classroom = try LiveClassroom { $0.mediaServer = server.settings }
            teacher = try Attendee(classroom, "Wang", .teacher).enter()
            anna = try Attendee(classroom, "Anna").enter()
        }

        func address(_ kind: MediaStreamName.Kind, of user: Attendee, by sender: Attendee? = nil) throws -> String {
            let media = try #require((sender ?? user).ticket.media.first)
            let name = MediaStreamName(room: LiveClassroom.name, user: user.id, kind)
            return "\(media.address)/\(name.text)?token=\(media.token ?? "")"
        }

        func publish(_ kind: MediaStreamName.Kind, of user: Attendee, by sender: Attendee? = nil) throws -> Publisher {
            try Publisher(address(kind, of: user, by: sender), isSound: kind == .audio || kind == .sharedAudio)
        }

        /// Waits until the user's media, as the class knows them, meet the condition.
        func comes(_ user: Attendee, _ isSo: (MediaUser) -> Bool) -> Bool {
            teacher.wait(limit: .seconds(30)) {
                (teacher.state.users.list[user.id]?.media).map(isSo) == true ? () : nil
            } != nil
        }
    }

    @Test(
        "LIVE-23: a speaker cannot publish before the class starts, for another user or without a token",
        .enabled(if: areServersPresent, "\(ProsodyServer.absentReason); \(ClassMediaServer.absentReason)"))
    func publishing() throws {
        let lesson = try Lesson()
        let (teacher, anna) = (lesson.teacher, lesson.anna)
        #expect(try lesson.publish(.audio, of: teacher).endsByItself(), "before the class has begun")
        try teacher.wish(.start(true))
        let picture = try lesson.publish(.video, of: teacher)
        let sound = try lesson.publish(.audio, of: teacher)
        #expect(lesson.comes(teacher) { $0.hasVideo && $0.hasAudio })
        #expect(try lesson.publish(.audio, of: anna).endsByItself(), "she was not allowed to speak")
        #expect(try lesson.publish(.video, of: teacher, by: anna).endsByItself(), "for another")
        // Fields after the token replace neither the token nor the server's own fields.
        let forged = try lesson.address(.audio, of: anna) + "&name=x&call=play&clientid=1"
        #expect(try Publisher(forged, isSound: true).endsByItself())
        let media = try #require(anna.ticket.media.first)
        let name = MediaStreamName(room: LiveClassroom.name, user: teacher.id, .sharedAudio).text
        #expect(try Publisher("\(media.address)/\(name)?token=x.y.z", isSound: true).endsByItself())
        #expect(try Publisher("\(media.address)/\(name)", isSound: true).endsByItself())

        try anna.wish(.requestToSpeak)
        let number = teacher.chain.number
        try teacher.wish(.reply(ClassReply(user: anna.id, true)))
        try #require(teacher.wait { teacher.state.live.speakers[anna.id] } != nil, "\(number): \(teacher.bodies)")
        let hers = try lesson.publish(.audio, of: anna)
        #expect(lesson.comes(anna) { $0.hasAudio && !$0.hasVideo })
        picture.end()
        #expect(lesson.comes(teacher) { !$0.hasVideo && $0.hasAudio })
        #expect(sound.isRunning && hers.isRunning)
        // The student stops speaking a moment after her last stream has ended.
        hers.end()
        #expect(teacher.wait { teacher.state.live.speakers[anna.id] == nil ? () : nil } != nil)
    }

    @Test(
        "LIVE-29, LIVE-50, LIVE-56: only forbidden streams are cut off, and a second publisher of a stream replaces the first",
        .enabled(if: areServersPresent, "\(ProsodyServer.absentReason); \(ClassMediaServer.absentReason)"))
    func cutting() throws {
        let lesson = try Lesson()
        let (teacher, anna) = (lesson.teacher, lesson.anna)
        try teacher.wish(.start(true))
        try anna.wish(.requestToSpeak)
        let number = teacher.chain.number
        try teacher.wish(.reply(ClassReply(user: anna.id, true)))
        try #require(teacher.wait { teacher.state.live.speakers[anna.id] } != nil, "\(number): \(teacher.bodies)")
        let sound = try lesson.publish(.audio, of: anna)
        let picture = try lesson.publish(.video, of: anna)
        #expect(lesson.comes(anna) { $0.hasVideo && $0.hasAudio })
        let second = try lesson.publish(.video, of: anna)
        #expect(picture.endsByItself())
        try teacher.wish(.forbidSound(true))
        #expect(sound.endsByItself())
        #expect(lesson.comes(anna) { $0.hasVideo && !$0.hasAudio })
        #expect(second.isRunning)
        try teacher.wish(.lowerHand(anna.id))
        #expect(second.endsByItself())
        #expect(lesson.comes(anna) { !$0.sends })
    }

    @Test(
        "LIVE-24: after a restart of the keeper or the media server, the keeper knows the current streams",
        .enabled(if: areServersPresent, "\(ProsodyServer.absentReason); \(ClassMediaServer.absentReason)"))
    func restarts() throws {
        let lesson = try Lesson()
        let teacher = lesson.teacher
        try teacher.wish(.start(true))
        let sound = try lesson.publish(.audio, of: teacher)
        let picture = try lesson.publish(.video, of: teacher)
        #expect(lesson.comes(teacher) { $0.hasVideo && $0.hasAudio })
        lesson.classroom.stop()
        #expect(try lesson.publish(.sharedAudio, of: teacher).endsByItself(), "nobody says that it may be")
        picture.end()
        try lesson.classroom.start()
        #expect(lesson.comes(teacher) { !$0.hasVideo && $0.hasAudio })
        #expect(sound.isRunning)
        try lesson.server.kill()
        #expect(sound.endsByItself())
        try lesson.server.startAgain()
        let again = try lesson.publish(.video, of: teacher)
        #expect(lesson.comes(teacher) { $0.hasVideo && !$0.hasAudio })
        #expect(again.isRunning)
    }

    @Test("a client cannot override a hook's fields by appending fields of the same names")
    func hook() throws {
        let name = MediaStreamName(room: "botany", user: "17", .audio)
        let target = try #require(HTTPTarget("/secret"))
        func read(_ body: String) -> MediaHook? {
            MediaHook(
                HTTPServerRequest(
                    .post, target, fields: [HTTPField("content-type", "application/x-www-form-urlencoded")],
                    body: Array(body.utf8)))
        }
        let own = "call=publish&addr=127.0.0.1&clientid=7&app=live&name=botany~17~audio"
        let wanted = MediaHook(.publish, client: "7", name: name, token: "a.b")
        expect(read(own + "&token=a.b&call=play&clientid=8&name=x"), is: wanted)
        expect(read(own.replacing("~", with: "%7E") + "&token=a.b"), is: wanted)
        expect(read(own.replacing("clientid=7", with: "clientid=x")), is: nil)
        expect(read(own.replacing("name=", with: "name=%")), is: nil)
        #expect(read("") == nil && read("call=update&clientid=7&name=botany~17~audio") == nil)
    }

    @Test("a media token proves a user's identity in one class until it expires, and is not a password")
    func token() {
        let key = Array("key".utf8)
        let token = MediaToken(room: "botany", user: "17", expires: 200)
        let text = token.text(key: key)
        expect(MediaToken(text, room: "botany", key: key, at: 150), is: token)
        expect(MediaToken(text, room: "algebra", key: key, at: 150), is: nil)
        expect(MediaToken(text, room: "botany", key: key, at: 200), is: nil)
        expect(MediaToken(text, room: "botany", key: Array("other".utf8), at: 150), is: nil)
        expect(MediaToken(text.replacing("200.17", with: "300.17"), room: "botany", key: key, at: 150), is: nil)
        expect((try? JSONWebToken.claims(of: text, key: key, at: 150)), is: nil)
        // The server would truncate a longer value.
        let longest = MediaToken(
            room: String(repeating: "a", count: 64), user: String(repeating: "9", count: 20), expires: 1 << 40)
        #expect(("token=" + longest.text(key: key)).utf8.count < 255)
    }
}
