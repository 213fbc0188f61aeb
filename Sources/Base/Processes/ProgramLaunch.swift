package import CPlatform
import Glibc
import PlayCore

/// Describes how to start a program; the one place that calls `posix_spawn`. No shell interprets the words. By default
/// the program reads and writes nothing, inherits no descriptors or blocked signals, and is in our process group.
package struct ProgramLaunch {
    package enum Stream {
        case inherited
        case null
        /// `flags` and `mode` as for `open`.
        case file(path: String, flags: Int32, mode: UInt32 = 0)
        case descriptor(Int32)
        case sameAsInput
        case sameAsOutput
    }

    package enum Place {
        /// For programs that the viewer sees and may stop with Ctrl-Z.
        case ourGroup
        /// Blocks SIGTSTP: a Ctrl-Z after `vfork`, before the child has left our group, would stop it there and block
        /// the thread that starts it. Then this process could not be stopped.
        case ownGroup
        /// Detached from our terminal. It outlives us and our session.
        case ownSession
    }

    package enum Signals {
        case reset
        /// Signals that we ignore remain ignored. These are blocked.
        case inherited(blocked: sigset_t)
    }

    private let words: [[UInt8]]
    private let program: String

    package var input = Stream.null
    package var output = Stream.null
    package var errors = Stream.null
    /// One of our descriptors, to become descriptor 3, the first that even a minimal shell can name.
    package var third: Int32?
    /// More descriptors to inherit under their numbers, which must be above 3 if there is a ``third``.
    package var kept: [Int32] = []
    /// Whether to close all other descriptors. If not, those that are not close-on-exec stay open, as after `exec`.
    package var closesOthers = true
    package var place = Place.ourGroup
    package var signals = Signals.reset
    /// The whole environment as `NAME=value`, or `nil` for ours.
    package var environment: [String]?
    package var variables: [String: String] = [:]

    /// - Parameter words: the program and its arguments. A program without a slash is looked up in `PATH`.
    package init(_ words: [String]) { self.init(words[0], words: words.map(ByteText.bytes)) }

    /// `program` is a path, or a name in `PATH`; `words` start with the program's own name.
    package init(_ program: String, words: [[UInt8]]) {
        self.program = program
        self.words = words
    }

    /// - Throws: `.notStarted`, also if the system finds no such program or refuses to run it.
    package func start() throws(ProgramError) -> ChildProcess {
        var moved: [Int32] = []
        defer { for descriptor in moved { close(descriptor) } }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        var attributes = self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var process: pid_t = 0
        var number = add(to: &files, &moved)
        if number == 0 {
            number = Self.withPointers(words) { words in
                withEnvironment { environment in
                    ByteText.withCString(program) {
                        posix_spawnp(&process, $0, &files, &attributes, words, environment)
                    }
                }
            }
        }
        guard number == 0 else { throw ProgramError(program: program, cause: .notStarted(number)) }
        return ChildProcess(id: process)
    }

    package func start(_ output: OutputPipe, _ errors: OutputPipe) throws(ProgramError) -> ChildProcess {
        var launch = self
        launch.output = .descriptor(output.writing)
        launch.errors = .descriptor(errors.writing)
        launch.place = .ownGroup
        let child = try launch.start()
        output.closeWriting()
        errors.closeWriting()
        return child
    }

    // MARK: Descriptors

    /// Returns `errno`, or 0 on success. The caller closes the descriptors in `moved` once the program runs.
    private func add(to files: inout posix_spawn_file_actions_t, _ moved: inout [Int32]) -> Int32 {
        var result: Int32 = 0
        func check(_ number: Int32) { if result == 0 { result = number } }
        for (target, stream) in ([input, output, errors] + (third.map { [.descriptor($0)] } ?? [])).enumerated() {
            let target = Int32(target)
            switch stream {
            case .inherited: break
            case .null: check(posix_spawn_file_actions_addopen(&files, target, "/dev/null", O_RDWR, 0))
            case .file(let path, let flags, let mode):
                check(ByteText.withCString(path) { posix_spawn_file_actions_addopen(&files, target, $0, flags, mode) })
            case .descriptor(var descriptor):
                // Moves the descriptor out of the way of earlier targets.
                if descriptor < target {
                    descriptor = tv_duplicate_above(descriptor, 3)
                    guard descriptor >= 0 else { return errno }
                    moved.append(descriptor)
                }
                check(posix_spawn_file_actions_adddup2(&files, descriptor, target))
            case .sameAsInput: check(posix_spawn_file_actions_adddup2(&files, 0, target))
            case .sameAsOutput: check(posix_spawn_file_actions_adddup2(&files, 1, target))
            }
        }
        // Duplicates descriptors onto themselves, so that they stay open.
        for descriptor in kept { check(posix_spawn_file_actions_adddup2(&files, descriptor, descriptor)) }
        guard closesOthers else { return result }
        let lowest: Int32 = third == nil ? 3 : 4
        let first = max(lowest, (kept.max() ?? 2) + 1)
        for descriptor in lowest..<first where !kept.contains(descriptor) {
            check(posix_spawn_file_actions_addclose(&files, descriptor))
        }
        check(posix_spawn_file_actions_addclosefrom_np(&files, first))
        return result
    }

    // MARK: Attributes

    private func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var flags = Int32(POSIX_SPAWN_SETSIGMASK)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        switch signals {
        case .reset:
            var everything = sigset_t()
            sigfillset(&everything)
            posix_spawnattr_setsigdefault(&attributes, &everything)
            flags |= Int32(POSIX_SPAWN_SETSIGDEF)
        case .inherited(let set): blocked = set
        }
        if case .ownGroup = place { sigaddset(&blocked, SIGTSTP) }
        posix_spawnattr_setsigmask(&attributes, &blocked)
        switch place {
        case .ourGroup: break
        case .ownSession: flags |= Int32(POSIX_SPAWN_SETSID)
        case .ownGroup:
            posix_spawnattr_setpgroup(&attributes, 0)
            flags |= Int32(POSIX_SPAWN_SETPGROUP)
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }

    // MARK: Words

    private typealias Pointers = UnsafePointer<UnsafeMutablePointer<CChar>?>

    private func withEnvironment<R>(_ body: (Pointers) -> R) -> R {
        if environment == nil, variables.isEmpty { return body(environ) }
        var all = environment.map { $0.map(ByteText.bytes) } ?? Self.ownEnvironment
        all.removeAll { variable in
            variables.keys.contains { variable.starts(with: Array($0.utf8) + [UInt8(ascii: "=")]) }
        }
        all += variables.sorted { $0.key < $1.key }.map { ByteText.bytes("\($0.key)=\($0.value)") }
        return Self.withPointers(all, body)
    }

    private static var ownEnvironment: [[UInt8]] {
        var found: [[UInt8]] = []
        while let variable = environ[found.count] {
            found.append(Array(UnsafeRawBufferPointer(start: variable, count: strlen(variable))))
        }
        return found
    }

    private static func withPointers<R>(_ words: [[UInt8]], _ body: (Pointers) -> R) -> R {
        let copies = words.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
        defer { for copy in copies { free(copy) } }
        return body(copies)
    }
}
