import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

struct PushToTalkTests {
    private let start = HostTime.seconds(100)

    @Test("A key counts as held while its repeats arrive at a keyboard's pace", arguments: [(250, 30), (660, 100)])
    func held(delay: Int, interval: Int) {
        var talk = PushToTalk()
        talk.press(at: start)
        #expect(!talk.isSilent && talk.nextDeadline == nil)
        talk.set(true)
        #expect(talk.isSilent)
        talk.press(at: start)
        var now = start + .milliseconds(delay)
        for _ in 0..<50 {
            talk.expire(at: now)
            #expect(!talk.isSilent)
            talk.press(at: now)
            now = now + .milliseconds(interval)
        }
        let last = now - .milliseconds(interval)
        expect(talk.nextDeadline, is: last + PushToTalk.repeatPatience)
        talk.expire(at: last + PushToTalk.repeatPatience)
        #expect(talk.isSilent)
        talk.set(false)
        #expect(!talk.isSilent)
    }

    @Test func aTapOpensTheMicrophoneBriefly() {
        var talk = PushToTalk()
        talk.set(true)
        talk.press(at: start)
        talk.press(at: start + .milliseconds(40))
        expect(talk.nextDeadline, is: start + PushToTalk.firstPatience)
        talk.expire(at: start + PushToTalk.firstPatience)
        #expect(talk.isSilent && talk.nextDeadline == nil)
    }
}
