import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Answers to commands", .timeLimit(.minutes(10)))
struct CommandAnswersTests {
    @Test("a command is answered at once, but a seek and the commands after it only when the seek has ended")
    func order() {
        var answers = CommandAnswers()
        answers.add(1, jumps: false)
        expect(answers.answered, is: 1)
        answers.add(2, jumps: true)
        answers.add(3, jumps: false)
        answers.add(4, jumps: true)
        expect(answers.answered, is: 1)
        answers.settle()
        expect(answers.answered, is: 4)
        answers.settle()
        answers.add(5, jumps: false)
        expect(answers.answered, is: 5)
    }

    @Test("commands for the previous item count as answered, and the numbering continues with the next item")
    func nextItem() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.mp4", play: false)
        _ = try #require(harness.wait { $0.status == .ready })
        let seek = harness.session.send(.seek(.absolute(.seconds(4)), .exact))
        harness.open("counter.mp4", play: false)
        expect(harness.session.snapshot.answered, is: seek)
        _ = try #require(harness.wait { $0.status == .ready })
        expect(harness.session.snapshot.answered, is: seek)
        expect(harness.session.send(.play), is: seek + 1)
        _ = try #require(harness.wait { $0.answered == seek + 1 && $0.wantsPlay })
        harness.session.stop()
        expect(harness.session.snapshot.answered, is: seek + 1)
    }

    @Test("the sender gets the command's number, or 0 if no engine received the command")
    func receipts() throws {
        let talk = ControllerConversation()
        expect(talk.controller.send(.setVolume(20)), is: CommandReceipt(number: 0))
        talk.setVideos("counter.mp4")
        talk.controller.open(at: 0)
        let first = talk.controller.send(.setVolume(40))
        expect(first, is: CommandReceipt(number: 1))
        expect(talk.controller.send(.pause).number, is: 2)
        _ = try #require(talk.turn { $0.answered == 2 && $0.volume == 40 })
    }
}
