import Glibc
import TestSupport
import Testing

@testable import Processes

@Suite struct JobMessageTests {
    @Test("messages arrive as they were sent, and the end of the other side is reported")
    func sending() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        defer { close(ends[0]) }
        expect(JobMessage.receive(from: ends[0]), is: .nothing)
        let sent: [JobMessage] = [
            .stop, .reset([0x18, 0x1B, 0x63]), .reset([]), .ended(status: 4), .stop,
        ]
        for message in sent { message.send(to: ends[1]) }
        for message in sent { expect(JobMessage.receive(from: ends[0]), is: .message(message)) }
        // This message is too long to arrive whole.
        JobMessage.reset([UInt8](repeating: 0, count: JobMessage.maximumBytes)).send(to: ends[1])
        expect(JobMessage.receive(from: ends[0]), is: .nothing)
        _ = Glibc.send(ends[1], "?", 1, 0)
        expect(JobMessage.receive(from: ends[0]), is: .unknown)
        close(ends[1])
        expect(JobMessage.receive(from: ends[0]), is: .end)
        JobMessage.stop.send(to: ends[0])
    }
}
