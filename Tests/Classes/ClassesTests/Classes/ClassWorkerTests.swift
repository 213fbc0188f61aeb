import PlayCore
import TestSupport
import Testing

@testable import Classes

struct ClassWorkerTests {
    private final class Reading: ClassReading {
        let state = Monitor((asked: [Int](), answered: 0))

        func room(_ options: ClassOptions, cancel: CancelToken) throws(ClassReadError) -> LoadedClass {
            throw ClassReadError(.requestFailed, "there is none", in: "room")
        }

        func messages(
            of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
        ) throws(ClassReadError) -> [ChatMessage] {
            let place = state.update { state in
                state.asked.append(number)
                return state.asked.count
            }
            let _: Void? = state.wait { $0.answered >= place ? () : nil }
            return []
        }
    }

    @Test("ROOM-62: a slice whose result was collected is not read again")
    func readOnce() throws {
        let messages = (0..<3000).map { number in
            let time = MediaTime.seconds(number)
            return ClassEvent(time, .message(ChatMessage(id: "\(number)", time: time, text: "")))
        }
        let slices = ClassContents(info: ClassInfo(playbackID: "p"), events: messages).loaded().room.chatIndex.slices
        try #require(slices.count == 3)
        let reading = Reading()
        let worker = ClassWorker(reading) {}
        defer { worker.close() }
        worker.want([(slices[0], 0), (slices[1], 1)], epoch: 1)
        reading.state.update { $0.answered = 1 }
        worker.waitForAnswer()
        expect(worker.takeAnswers().count, is: 1)
        reading.state.update { $0.answered = 2 }
        worker.waitForAnswer()
        // By now the thread has looked for more work, or will do so with the next request.
        expect(worker.takeAnswers().count, is: 1)
        reading.state.update { $0.answered = .max }
        worker.want([(slices[2], 2)], epoch: 1)
        worker.waitForAnswer()
        expect(reading.state.withLock { $0.asked }, is: [0, 1, 2])
    }
}
