import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

@Suite struct DueQueueTests {
    @Test func picturesWaitForTheirSound() {
        var queue = DueQueue<Int>()
        for index in 0..<4 { queue.append(index, at: .milliseconds(1000 + index * 40)) }
        #expect(queue.due(heard: .milliseconds(900)) == nil)
        expect(queue.wait(heard: .milliseconds(900)), is: .milliseconds(85))
        // This is the newest of all due pictures.
        expect(queue.due(heard: .milliseconds(1045))?.picture, is: 1)
        expect(queue.dropped, is: 1)
        #expect(queue.due(heard: .milliseconds(1046)) == nil)
        expect(queue.due(heard: nil)?.picture, is: 3)
        expect(queue.wait(heard: nil), is: nil)
    }

    @Test func picturesFarFromTheirSoundDoNotWaitForIt() {
        var queue = DueQueue<Int>()
        queue.append(1, at: .seconds(100))
        expect(queue.due(heard: .seconds(3))?.picture, is: 1)
    }

    @Test func unreadPicturesAreBoundedAndARestartedStreamIsShown() {
        var queue = DueQueue<Int>()
        for index in 0..<100 { queue.append(index, at: .milliseconds(index * 40)) }
        expect(queue.dropped, is: 100 - DueQueue<Int>.most)
        queue.append(100, at: .zero)
        expect(queue.due(heard: nil)?.picture, is: 100)
    }
}
