import CPlatform
import Glibc
package import PlayCore

/// A program that is run for what it prints: no shell, no keyboard, none of our descriptors, a process group of its own
/// that is killed when it takes too long, prints too much, or nobody wants it any more. Blocks; a worker's thread.
package enum ChildProcess {
    package struct Limits: Sendable {
        package var time: HostTime
        package var outputBytes: Int

        package init(time: HostTime, outputBytes: Int) {
            self.time = time
            self.outputBytes = outputBytes
        }
    }

    package struct Result: Sendable, Equatable {
        /// Of `exit`; of one that a signal ended 128 and its number, as shells have it.
        package let status: Int32
        package let output: [UInt8]
        /// What it said beside, the last 8 KiB at most; unverified text.
        package let messages: [UInt8]
    }

    /// - Parameters:
    ///   - words: program (looked up in PATH) and arguments; the first is not empty.
    ///   - input: what it can read from its standard input.
    /// - Throws: `.noProgram`, `.beyondLimits`, `.cancelled`.
    package static func run(
        _ words: [String], input: [UInt8] = [], limits: Limits, cancel: CancelToken
    ) throws(CatalogueError) -> Result {
        guard let child = Running(words, input) else { throw CatalogueError(.noProgram(words[0]), context: words[0]) }
        return try child.finish(limits, cancel)
    }

    private final class Running {
        private let name: String
        private let processID: pid_t
        private let output: Int32
        private let errors: Int32

        /// Nil when it cannot be started.
        init?(_ words: [String], _ input: [UInt8]) {
            let reader = Self.file(of: input)
            defer { if reader >= 0 { close(reader) } }
            guard input.isEmpty || reader >= 0 else { return nil }
            var (out, err): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
            guard pipe2(&out, O_CLOEXEC) == 0 else { return nil }
            guard pipe2(&err, O_CLOEXEC) == 0 else {
                out.forEach { close($0) }
                return nil
            }
            defer {
                close(out[1])
                close(err[1])
            }
            guard let processID = Self.spawn(words, input: reader, output: out[1], errors: err[1]) else {
                close(out[0])
                close(err[0])
                return nil
            }
            (name, self.processID, output, errors) = (words[0], processID, out[0], err[0])
        }

        /// In a group of its own, with no signal blocked or ignored.
        ///
        /// - Parameter input: −1: nothing is to be read.
        private static func spawn(_ words: [String], input: Int32, output: Int32, errors: Int32) -> pid_t? {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            if input >= 0 {
                posix_spawn_file_actions_adddup2(&actions, input, 0)
            } else {
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            }
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            posix_spawn_file_actions_adddup2(&actions, errors, 2)
            posix_spawn_file_actions_addclosefrom_np(&actions, 3)
            var attributes = Self.attributes()
            defer { posix_spawnattr_destroy(&attributes) }
            var arguments: [UnsafeMutablePointer<CChar>?] = words.map {
                strdup(ByteText.bytes($0).map { CChar(bitPattern: $0) } + [0])
            }
            arguments.append(nil)
            defer { for argument in arguments { free(argument) } }
            var processID: pid_t = 0
            guard let program = arguments[0],
                posix_spawnp(&processID, program, &actions, &attributes, &arguments, environ) == 0
            else { return nil }
            return processID
        }

        private static func attributes() -> posix_spawnattr_t {
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            // Every signal is blocked in our threads.
            var signals = sigset_t()
            sigemptyset(&signals)
            posix_spawnattr_setsigmask(&attributes, &signals)
            sigfillset(&signals)
            posix_spawnattr_setsigdefault(&attributes, &signals)
            posix_spawnattr_setpgroup(&attributes, 0)
            posix_spawnattr_setflags(
                &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
            return attributes
        }

        /// A file in memory: nobody has to wait until it is read. −1: there is nothing, or no file can be had.
        private static func file(of input: [UInt8]) -> Int32 {
            guard !input.isEmpty else { return -1 }
            // 1: MFD_CLOEXEC.
            let descriptor = memfd_create("tvplay-input", 1)
            guard descriptor >= 0 else { return -1 }
            guard write(descriptor, input, input.count) == input.count, lseek(descriptor, 0, SEEK_SET) == 0 else {
                close(descriptor)
                return -1
            }
            return descriptor
        }

        deinit {
            close(output)
            close(errors)
        }

        func finish(_ limits: Limits, _ cancel: CancelToken) throws(CatalogueError) -> Result {
            let deadline = SystemClock().now + limits.time
            do throws(CatalogueError) {
                let (bytes, messages) = try read(limits, deadline, cancel)
                return Result(status: try wait(deadline, cancel), output: bytes, messages: messages)
            } catch {
                kill(-processID, SIGKILL)
                var status: Int32 = 0
                while waitpid(processID, &status, 0) < 0, errno == EINTR {}
                throw error
            }
        }

        private func read(
            _ limits: Limits, _ deadline: HostTime, _ cancel: CancelToken
        ) throws(CatalogueError) -> (output: [UInt8], messages: [UInt8]) {
            var (bytes, messages): ([UInt8], [UInt8]) = ([], [])
            var open = [output, errors]
            while !open.isEmpty {
                for descriptor in try readable(open, deadline, cancel) {
                    guard let piece = Self.piece(descriptor) else {
                        open.removeAll { $0 == descriptor }
                        continue
                    }
                    if descriptor == output { bytes += piece } else { messages = (messages + piece).suffix(8 << 10) }
                }
                guard bytes.count <= limits.outputBytes else {
                    throw CatalogueError(.beyondLimits("\(name) printed too much"), context: name)
                }
            }
            return (bytes, messages)
        }

        /// Waits until one of them has something, or has ended.
        private func readable(
            _ descriptors: [Int32], _ deadline: HostTime, _ cancel: CancelToken
        ) throws(CatalogueError) -> [Int32] {
            var entries = (descriptors + [cancel.pollDescriptor]).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            while true {
                let left = (deadline - SystemClock().now).nanoseconds / 1_000_000 + 1
                guard left > 0 else { throw CatalogueError(.beyondLimits("\(name) took too long"), context: name) }
                let count = poll(&entries, nfds_t(entries.count), Int32(clamping: left))
                if cancel.isCancelled { throw CatalogueError(.cancelled, context: name) }
                if count > 0 { return entries.filter { $0.revents != 0 }.map(\.fd) }
            }
        }

        /// Nil at the end.
        private static func piece(_ descriptor: Int32) -> [UInt8]? {
            let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
            }
            return bytes.isEmpty ? nil : bytes
        }

        /// Both pipes are closed: it ends now, or has closed them and goes on.
        private func wait(_ deadline: HostTime, _ cancel: CancelToken) throws(CatalogueError) -> Int32 {
            var status: Int32 = 0
            while waitpid(processID, &status, WNOHANG) != processID {
                guard SystemClock().now < deadline else {
                    throw CatalogueError(.beyondLimits("\(name) took too long"), context: name)
                }
                if cancel.isCancelled { throw CatalogueError(.cancelled, context: name) }
                var entry = pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&entry, 1, 2)
            }
            return tv_exited(status) != 0 ? tv_exit_status(status) : 128 + tv_term_signal(status)
        }
    }
}
