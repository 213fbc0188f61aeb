import ClassRules
import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

private typealias Permission = SendingMachine.Permission

struct SendingMachineTests {
    private let free = Permission(sound: nil, pictures: nil, hasWord: true)
    private let waiting = Permission(
        sound: ClassError(.notSpeaking), pictures: ClassError(.notSpeaking), hasWord: false)
    private let teacher = Permission(sound: nil, pictures: nil, hasWord: false)
    private let now = HostTime.seconds(100)

    @Test(
        "LIVE-25, LIVE-26: a refusal names the missing condition, and a teacher needs no permission",
        arguments: [
            ClassError.Reason.notInProgress, .notSpeaking, .speakerLimit, .inGroup,
        ])
    func preconditions(reason: ClassError.Reason) throws {
        var machine = SendingMachine()
        #expect(throws: ClassError(.notPresent)) { try machine.toggle(.microphone) }
        let refusal = ClassError(reason)
        machine.update(Permission(sound: refusal, pictures: refusal, hasWord: false), at: now)
        #expect(throws: refusal) { try machine.toggle(.microphone) }
        #expect(throws: refusal) { try machine.toggle(.camera) }
        #expect(machine.sent.isEmpty)
        machine.update(teacher, at: now)
        try machine.toggle(.microphone)
        try machine.toggle(.camera)
        expect(machine.sent, is: [.microphone, .camera])
        machine.update(Permission(sound: ClassError(.notInProgress), pictures: nil, hasWord: false), at: now)
        expect(machine.sent, is: [.camera])
        expect(machine.takeNews(), is: [.ended(.microphone, ClassError(.notInProgress))])
    }

    @Test("LIVE-47, LIVE-49, LIVE-52: permission to speak opens the microphone, and its end closes all devices")
    func word() throws {
        var machine = SendingMachine()
        machine.update(waiting, at: now)
        machine.update(free, at: now)
        expect(machine.sent, is: [.microphone])
        try machine.toggle(.camera)
        machine.update(waiting, at: now)
        #expect(machine.sent.isEmpty && machine.takeNews().isEmpty && machine.takeWishes().isEmpty)
    }

    @Test("LIVE-50: a remote switch takes effect before the permission arrives, and switches nothing twice")
    func order() {
        var machine = SendingMachine()
        machine.update(waiting, at: now)
        machine.obey(RemoteSwitch(user: "s", hasAudio: false, hasVideo: true), at: now)
        expect(machine.sent, is: [.camera])
        machine.update(waiting, at: now + .seconds(1))
        expect(machine.sent, is: [.camera])
        machine.update(free, at: now + .seconds(2))
        #expect(machine.sent == [.camera] && machine.nextDeadline == nil)
        expect(machine.takeNews(), is: [.switched(.camera, true)])
        machine.obey(RemoteSwitch(user: "s", hasAudio: false, hasVideo: false), at: now + .seconds(3))
        #expect(machine.sent.isEmpty && machine.takeNews() == [.switched(.camera, false)])
    }

    @Test("LIVE-50: a remote switch ends if no permission follows")
    func orderWithoutWord() {
        var machine = SendingMachine()
        machine.update(waiting, at: now)
        machine.obey(RemoteSwitch(user: "s", hasAudio: true, hasVideo: false), at: now)
        let deadline = machine.nextDeadline ?? .zero
        machine.update(waiting, at: deadline)
        #expect(machine.sent.isEmpty)
        expect(machine.takeNews(), is: [.switched(.microphone, true), .ended(.microphone, ClassError(.notSpeaking))])
    }

    @Test("LIVE-30: a ban on sound closes the microphone automatically, and leaves the camera")
    func ban() throws {
        var machine = SendingMachine()
        machine.update(waiting, at: now)
        machine.update(free, at: now)
        try machine.toggle(.camera)
        let banned = Permission(sound: ClassError(.soundForbidden), pictures: nil, hasWord: true)
        machine.update(banned, at: now)
        expect(machine.sent, is: [.camera])
        expect(machine.takeNews(), is: [.ended(.microphone, ClassError(.soundForbidden))])
        #expect(throws: ClassError(.soundForbidden)) { try machine.toggle(.microphone) }
        // The end of a ban does not switch the microphone on.
        machine.update(free, at: now)
        expect(machine.sent, is: [.camera])
    }

    @Test("LIVE-53: closing both microphone and camera ends speaking")
    func both() throws {
        var machine = SendingMachine()
        machine.update(free, at: now)
        try machine.toggle(.camera)
        try machine.toggle(.microphone)
        #expect(machine.takeWishes().isEmpty)
        try machine.toggle(.camera)
        #expect(machine.sent.isEmpty && machine.takeWishes() == [.stopSpeaking])
        // A teacher has no permission to return.
        machine.update(teacher, at: now)
        try machine.toggle(.microphone)
        try machine.toggle(.microphone)
        #expect(machine.takeWishes().isEmpty)
    }

    @Test("LIVE-28: a denial by the server switches the source off and is reported once")
    func denial() throws {
        var machine = SendingMachine()
        machine.update(teacher, at: now)
        try machine.toggle(.microphone)
        machine.deny(.microphone)
        machine.deny(.microphone)
        #expect(machine.sent.isEmpty && machine.takeNews() == [.denied(.microphone)])
        #expect(machine.takeWishes().isEmpty)
        // Without this, the class would assume that a student's permission is still in use.
        machine.update(free, at: now)
        try machine.set(.camera, true)
        machine.deny(.microphone)
        machine.deny(.camera)
        expect(machine.takeWishes(), is: [.stopSpeaking])
    }

    @Test("a shared screen needs the same permission as a camera, and an order to send no pictures ends it")
    func screen() throws {
        var machine = SendingMachine()
        machine.update(waiting, at: now)
        #expect(throws: ClassError(.notSpeaking)) { try machine.set(.screen, true) }
        machine.update(free, at: now)
        try machine.set(.screen, true)
        expect(machine.sent, is: [.microphone, .screen])
        machine.obey(RemoteSwitch(user: "s", hasAudio: true, hasVideo: true), at: now)
        expect(machine.sent, is: [.microphone, .camera, .screen])
        _ = machine.takeNews()
        machine.obey(RemoteSwitch(user: "s", hasAudio: true, hasVideo: false), at: now)
        expect(machine.sent, is: [.microphone])
        expect(machine.takeNews(), is: [.switched(.camera, false), .switched(.screen, false)])
        try machine.set(.screen, true)
        machine.fail(.screen, "")
        expect(machine.takeNews().map(\.words), is: ["Your screen is not shared: the window was closed"])
    }

    @Test("LIVE-44: the microphone closes in the background and reopens afterwards", arguments: [false, true])
    func background(sendsInBackground: Bool) throws {
        var machine = SendingMachine(sendsInBackground: sendsInBackground)
        machine.update(teacher, at: now)
        try machine.toggle(.microphone)
        try machine.toggle(.camera)
        machine.setBackground(true)
        expect(machine.sent, is: (sendsInBackground ? [.microphone, .camera] : [.camera]))
        machine.setBackground(false)
        expect(machine.sent, is: [.microphone, .camera])
    }

    @Test("after a lost connection, the previous sources send again once the class knows the viewer")
    func lostLine() throws {
        let absent = Permission(sound: ClassError(.notPresent), pictures: ClassError(.notPresent), hasWord: false)
        var machine = SendingMachine()
        machine.update(teacher, at: now)
        try machine.toggle(.microphone)
        try machine.toggle(.camera)
        machine.suspend()
        #expect(machine.sent.isEmpty)
        machine.update(absent, at: now)
        #expect(machine.sent.isEmpty)
        machine.update(teacher, at: now)
        #expect(machine.sent == [.microphone, .camera] && machine.takeNews().isEmpty)
        // A second loss before the return changes nothing.
        machine.suspend()
        machine.suspend()
        // A source that the viewer switches off meanwhile stays off.
        try machine.toggle(.camera)
        machine.update(teacher, at: now)
        #expect(machine.sent == [.microphone] && machine.takeNews() == [.staysOff(.camera)])
        machine.leave()
        machine.update(teacher, at: now)
        #expect(machine.sent.isEmpty)
    }

    @Test("after a lost connection, sources without permission are reported, and permitted ones send again")
    func lostWord() throws {
        var machine = SendingMachine()
        machine.update(free, at: now)
        try machine.toggle(.camera)
        try machine.toggle(.microphone)
        machine.suspend()
        machine.update(free, at: now)
        #expect(machine.sent == [.camera] && machine.takeNews().isEmpty)
        machine.suspend()
        machine.update(waiting, at: now)
        #expect(machine.sent.isEmpty && machine.takeNews() == [.ended(.camera, ClassError(.notSpeaking))])
        #expect(machine.takeWishes().isEmpty)
    }

    @Test("LIVE-26: a device that fails is switched off and reported, and the other one continues")
    func failure() throws {
        var machine = SendingMachine()
        machine.update(teacher, at: now)
        try machine.toggle(.microphone)
        try machine.toggle(.camera)
        machine.fail(.camera, "No such file")
        #expect(machine.sent == [.microphone] && machine.takeNews() == [.failed(.camera, "No such file")])
    }
}
