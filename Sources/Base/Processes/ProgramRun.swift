import CPlatform
import Glibc
package import PlayCore

/// Runs a program for its output: no shell, no keyboard, none of our descriptors. Kills its process group if it takes
/// too long, prints too much, or is cancelled. Blocks; for a worker's thread.
package enum ProgramRun {
    package struct Limits: Sendable {
        package var time: HostTime
        package var outputBytes: Int
        /// Address space of the program and of each process that it starts. `nil` for our own limit.
        package var memoryBytes: Int?

        package init(time: HostTime, outputBytes: Int, memoryBytes: Int? = nil) {
            self.time = time
            self.outputBytes = outputBytes
            self.memoryBytes = memoryBytes
        }
    }

    package struct Result: Sendable, Equatable {
        /// The exit status; 128 plus the signal's number after a signal, as in shells.
        package let status: Int32
        package let output: [UInt8]
        /// The end of its standard error, 8 KiB at most. Unverified text.
        package let messages: [UInt8]
    }

    private static let messageBytes = 8 << 10

    /// `words` is not empty; its first is looked up in `PATH`. `input` is the standard input.
    package static func run(
        _ words: [String], input: [UInt8] = [], limits: Limits, cancel: CancelToken
    ) throws(ProgramError) -> Result {
        let deadline = SystemClock().now + limits.time
        let output = try OutputPipe(for: words[0])
        let errors = try OutputPipe(for: words[0])
        let child = try start(words, input, output, errors)
        do throws(ProgramError) {
            if let memory = limits.memoryBytes, let number = child.limitMemory(memory) {
                throw ProgramError(program: words[0], cause: .notStarted(number))
            }
            var (bytes, messages): ([UInt8], [UInt8]) = ([], [])
            let ending = OutputPipe.read([output, errors], until: deadline, cancel: cancel) { number, piece in
                if number == 0 { bytes += piece } else { messages = (messages + piece).suffix(messageBytes) }
                return bytes.count <= limits.outputBytes
            }
            if let cause = ending.cause { throw ProgramError(program: words[0], cause: cause) }
            let end = try wait(for: child, words[0], deadline, cancel)
            return Result(status: end.status, output: bytes, messages: messages)
        } catch {
            child.killGroup()
            throw error
        }
    }

    private static func start(
        _ words: [String], _ input: [UInt8], _ output: OutputPipe, _ errors: OutputPipe
    ) throws(ProgramError) -> ChildProcess {
        var launch = ProgramLaunch(words)
        let reader = input.isEmpty ? -1 : file(of: input)
        defer { if reader >= 0 { close(reader) } }
        if !input.isEmpty {
            guard reader >= 0 else { throw ProgramError(program: words[0], cause: .notStarted(errno)) }
            launch.input = .descriptor(reader)
        }
        return try launch.start(output, errors)
    }

    /// Creates an in-memory file, so writing the input never blocks. Returns -1 on failure.
    private static func file(of input: [UInt8]) -> Int32 {
        // 1: MFD_CLOEXEC.
        let descriptor = memfd_create("tvplay-input", 1)
        guard descriptor >= 0 else { return -1 }
        guard write(descriptor, input, input.count) == input.count, lseek(descriptor, 0, SEEK_SET) == 0 else {
            close(descriptor)
            return -1
        }
        return descriptor
    }

    /// Waits after both pipes have ended: the program is about to end, or has closed them and continues.
    private static func wait(
        for child: ChildProcess, _ program: String, _ deadline: HostTime, _ cancel: CancelToken
    ) throws(ProgramError) -> ProcessEnd {
        while true {
            if let end = child.end() { return end }
            guard SystemClock().now < deadline else { throw ProgramError(program: program, cause: .tookTooLong) }
            if cancel.isCancelled { throw ProgramError(program: program, cause: .cancelled) }
            var entry = pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, 2)
        }
    }
}

extension OutputPipe.Ending {
    fileprivate var cause: ProgramError.Cause? {
        switch self {
        case .complete: nil
        case .refused: .printedTooMuch
        case .tooLate: .tookTooLong
        case .cancelled: .cancelled
        }
    }
}
