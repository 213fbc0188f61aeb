import Cells
import ClassRules
import Classes
import PlayCore
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Raised hands in a live class")
struct LiveHandTests {
    private let teacher = LiveSamples.teacher
    private let mei = LiveSamples.mei
    private let wei = LiveSamples.wei

    private func text(_ state: AppState, at now: HostTime = Samples.now) -> String {
        ScreenText.render(compose(state, at: now).chrome)
    }

    @Test("LIVE-46, LIVE-48: h raises the hand, or shows the first reason why this is not possible")
    func raising() {
        var state = LiveSamples.inClass(LiveSamples.view(mei))
        expect(state.press("h").wishes, is: [.requestToSpeak])
        let cases: [(LiveClassView, String)] = [
            (LiveSamples.view(mei, others: [.usersLeft(["t"])], isInProgress: false), "No teacher is present"),
            (LiveSamples.view(mei, isInProgress: false), "The class is not in progress"),
            (LiveSamples.view(mei, [.speakingRequestsForbidden(true)]), "Raising hands is switched off"),
        ]
        for (number, (view, words)) in cases.enumerated() {
            var view = view
            view.number = number + 2
            state.apply(.live(view))
            #expect(state.press("h").wishes.isEmpty)
            expect(state.message?.text, is: words)
        }
    }

    @Test("LIVE-51, LIVE-52: the viewer's raised hand has a bar that counts down, and h lowers it")
    func ownHand() {
        var state = LiveSamples.inClass(LiveSamples.view(mei, [LiveSamples.request(mei, 1, ago: 10)]))
        #expect(text(state).contains("20.0 s"))
        #expect(text(state, at: Samples.now + .milliseconds(12_300)).contains("7.7 s"))
        let full = RequestTime(
            SpeakingRequest(user: "m", number: 1, since: 0, deadline: 30_000), at: 15_000
        ).bar(10, Glyphs(isASCII: true))
        expect(full, is: "=====.....")
        expect(state.nextChange(after: Samples.now), is: Samples.now + .milliseconds(101))
        expect(state.press("h").wishes, is: [.withdrawRequest])
    }

    @Test("The row of tabs shows students the key h, and teachers the number of raised hands")
    func hints() {
        #expect(text(LiveSamples.inClass(LiveSamples.view(mei))).contains("h raise hand"))
        #expect(
            !text(LiveSamples.inClass(LiveSamples.view(mei, [.speakingRequestsForbidden(true)]))).contains("h raise"))
        let teacher = LiveSamples.inClass(LiveSamples.view(teacher, [LiveSamples.request(mei, 1, ago: 2)]))
        #expect(text(teacher).contains("1 raised hand: h"))
    }

    @Test("LIVE-47: h ends the viewer's own speaking")
    func stopSpeaking() {
        var state = LiveSamples.inClass(LiveSamples.view(mei, [.speakerAdded(Speaker(user: "m", .request))]))
        expect(state.press("h").wishes, is: [.stopSpeaking])
    }

    @Test("LIVE-55: raised hands ring and are listed first in their order, and y and n answer the selected one")
    func requests() throws {
        var state = LiveSamples.inClass(LiveSamples.view(teacher))
        let both = [LiveSamples.request(mei, 1, ago: 12), LiveSamples.request(wei, 2, ago: 3)]
        let effects = state.apply(.live(LiveSamples.view(teacher, both, number: 2)))
        #expect(effects.contains(.ring))
        expect(state.message?.text.contains("Mei raises a hand"), is: true)
        expect(state.room?.tabText(.people), is: "People 3 !2")
        state.press("h")
        expect(state.room?.focus, is: .people)
        let lines = text(state).split(separator: "\n").map(String.init)
        let first = try #require(lines.firstIndex { $0.contains("1 ↑ Mei  00:12") })
        #expect(lines[first + 1].contains("2 ↑ Li Wei  00:03"))
        state.press(.down)
        expect(state.press("y").wishes, is: [.reply(ClassReply(user: "l", true))])
        state.press(.up)
        expect(state.press("n").wishes, is: [.reply(ClassReply(user: "m", false))])
        expect(state.press("-").wishes, is: [.lowerHand("m")])
        // No bell rings for hands that were raised before, or for students.
        #expect(!state.apply(.live(LiveSamples.view(teacher, both, number: 3))).contains(.ring))
        var student = LiveSamples.inClass(LiveSamples.view(mei))
        #expect(!student.apply(.live(LiveSamples.view(mei, both, number: 2))).contains(.ring))
    }

    @Test("LIVE-55: keys after g answer the first hand, lower all hands and switch raising off")
    func requestsFromAnywhere() {
        let both = [LiveSamples.request(mei, 1, ago: 12), LiveSamples.request(wei, 2, ago: 3)]
        var state = LiveSamples.inClass(LiveSamples.view(teacher, both))
        state.press("g")
        expect(state.press("y").wishes, is: [.reply(ClassReply(user: "m", true))])
        state.press("g")
        expect(state.press("_").wishes, is: [.lowerAllHands])
        state.press("g")
        expect(state.press("R").wishes, is: [.forbidRequests(true)])
    }

    @Test("LIVE-54: an invitation is shown until it is cancelled, and y accepts it")
    func invitation() {
        let invited = LiveSamples.view(mei, [.speakingInvited(SpeakingInvitation(user: "m", by: "t"))], number: 2)
        var state = LiveSamples.inClass(LiveSamples.view(mei))
        state.apply(.live(invited))
        #expect(text(state).contains("张老师 invites you to speak"))
        // A viewer who is writing can continue.
        state.press("c")
        #expect(state.press("y").wishes.isEmpty)
        expect(state.room?.live?.input.line.text, is: "y")
        state.press(.escape)
        expect(state.press("y").wishes, is: [.answerInvitation(true)])
        expect(state.press("n").wishes, is: [.answerInvitation(false)])
        state.apply(.live(LiveSamples.view(mei, number: 3)))
        #expect(!text(state).contains("invites you"))
    }

    @Test("LIVE-49, LIVE-50: the result of a raised hand is reported")
    func answers() {
        var state = LiveSamples.inClass(LiveSamples.view(mei))
        state.apply(.live(LiveSamples.view(mei, [.speakerAdded(Speaker(user: "m", .request))], number: 2)))
        expect(state.message?.text, is: "You may speak now")
        state.apply(.liveNews(.answer(.requestToSpeak, ClassError(.speakerLimit))))
        expect(state.message?.text, is: "The limit of simultaneous speakers is reached")
        state.apply(.liveNews(.requestEnded(SpeakingRequestEnd(user: "m", .refused, by: "t"))))
        expect(state.message?.text, is: "张老师 refused your request to speak")
        state.apply(.liveNews(.requestEnded(SpeakingRequestEnd(user: "m", .timedOut))))
        expect(state.message?.text, is: "No one answered in time: your hand is lowered")
        let change = RemoteSwitch(user: "m", hasAudio: true, hasVideo: false)
        state.apply(.liveNews(.notice(.remote(change, by: "t"))))
        expect(state.message?.text, is: "张老师 changed your devices: microphone on")
        // They are already off.
        let ending = RemoteSwitch(user: "m", hasAudio: false, hasVideo: false)
        state.apply(.liveNews(.notice(.remote(ending, by: "t"))))
        expect(state.message?.text, is: "张老师 changed your devices: microphone off, camera off")
    }

    @Test("the message about a raised hand disappears when the hand is lowered")
    func loweredHand() {
        let raised = LiveSamples.request(LiveSamples.mei, 1, ago: 1)
        var state = LiveSamples.inClass(LiveSamples.view(teacher))
        state.apply(.live(LiveSamples.view(teacher, [raised], number: 2)))
        expect(state.message?.text.contains("Mei raises a hand"), is: true)
        let lowered = LiveEvent.speakingRequestEnded(SpeakingRequestEnd(user: "m", .withdrawn))
        state.apply(.live(LiveSamples.view(teacher, [raised, lowered], number: 3)))
        expect(state.message, is: nil)
    }
}
