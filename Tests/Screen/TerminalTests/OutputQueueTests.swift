import CPlatform
import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite struct OutputQueueTests {
    @Test("short writes, EINTR and EAGAIN neither lose nor repeat bytes")
    func shortWrites() {
        var generator = SeededGenerator(seed: 1)
        let queue = OutputQueue()
        var sent: [UInt8] = []
        var received: [UInt8] = []
        for step in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { UInt8(truncatingIfNeeded: step &+ $0) }
            queue.append(bytes)
            sent += bytes
            let progress = queue.flush { buffer in
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: return -Int(EAGAIN)
                case 1: return -Int(EINTR)
                default:
                    let count = Int.random(in: 1...buffer.count, using: &generator)
                    received += buffer.prefix(count)
                    return count
                }
            }
            expect(progress, is: (queue.count == 0 ? .done : .blocked))
        }
        expect(
            queue.flush {
                received += $0
                return $0.count
            }, is: .done)
        expect(received, is: sent)
        expect(queue.bytesWritten, is: Int64(sent.count))
    }

    @Test("an error of the terminal empties the queue", arguments: [EIO, EPIPE, EBADF])
    func gone(number: Int32) {
        let queue = OutputQueue()
        queue.append([1, 2, 3])
        expect(queue.flush { _ in -Int(number) }, is: .gone)
        expect(queue.count, is: 0)
    }

    @Test("appended bytes can be removed again")
    func truncation() {
        let queue = OutputQueue()
        queue.append([1, 2, 3])
        let mark = queue.count
        queue.append([4, 5])
        queue.truncate(to: mark)
        var received: [UInt8] = []
        _ = queue.flush {
            received += $0
            return $0.count
        }
        expect(received, is: [1, 2, 3])
    }
}
