import CPlatform
import Glibc
package import PlayCore

/// A pipe for a program's output. Only a program that explicitly receives an end has it open. One thread.
package final class OutputPipe {
    package enum Piece: Equatable {
        case bytes([UInt8])
        /// A non-blocking pipe is empty.
        case nothing
        case end
    }

    package enum Ending: Sendable { case complete, refused, tooLate, cancelled }

    package let reading: Int32
    /// The program's end; −1 after ``closeWriting()``.
    package private(set) var writing: Int32

    package init(for program: String, blocks: Bool = true) throws(ProgramError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw ProgramError(program: program, cause: .notStarted(errno)) }
        (reading, writing) = (ends[0], ends[1])
        if !blocks { tv_set_nonblocking(reading, 1) }
    }

    deinit {
        close(reading)
        closeWriting()
    }

    /// Closes our copy of the program's end. Call once the program has it, or the pipe never ends.
    package func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    package func read(limit: Int = 64 << 10) -> Piece {
        while true {
            var failure: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                let result = Glibc.read(reading, buffer.baseAddress, buffer.count)
                failure = result < 0 ? errno : 0
                count = max(0, result)
            }
            switch failure {
            case 0: return bytes.isEmpty ? .end : .bytes(bytes)
            case EINTR: continue
            case EAGAIN: return .nothing
            default: return .end
            }
        }
    }

    /// Reads until all pipes have ended. `body` receives each piece and its pipe's index, and returns false to stop.
    package static func read(
        _ pipes: [OutputPipe], until deadline: HostTime, cancel: CancelToken? = nil,
        _ body: (Int, [UInt8]) -> Bool
    ) -> Ending {
        var open = Array(pipes.indices)
        let cancelDescriptor = cancel?.pollDescriptor ?? -1
        while !open.isEmpty {
            var entries = (open.map { pipes[$0].reading } + [cancelDescriptor]).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let left = (deadline - SystemClock().now).nanoseconds / 1_000_000 + 1
            guard left > 0 else { return .tooLate }
            let count = poll(&entries, nfds_t(entries.count), Int32(clamping: left))
            if cancel?.isCancelled == true { return .cancelled }
            guard count > 0 else { continue }
            for (number, entry) in zip(open, entries) where entry.revents != 0 {
                switch pipes[number].read() {
                case .bytes(let bytes): guard body(number, bytes) else { return .refused }
                case .nothing: break
                case .end: open.removeAll { $0 == number }
                }
            }
        }
        return .complete
    }
}
