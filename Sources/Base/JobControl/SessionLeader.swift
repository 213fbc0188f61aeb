import CPlatform
import Glibc

/// Starts programs as leaders of sessions of their own: away from our terminal, with no signal blocked or ignored.
package enum SessionLeader {
    package struct Failure: Error {
        /// Of the system.
        package let number: Int32
    }

    /// What becomes of a descriptor of the program, in the order in which they are named.
    package enum FileAction: Sendable {
        /// `flags` and `mode` as for `open`.
        case open(Int32, path: String, flags: Int32, mode: UInt32 = 0)
        case duplicate(Int32, as: Int32)
        /// This one and all behind it.
        case closeFrom(Int32)
    }

    /// - Parameters:
    ///   - words: the program and its arguments, as bytes without a zero. A program without a slash is looked for in
    ///     `PATH`.
    ///   - environment: all of it, `NAME=value`; nil: ours.
    /// - Returns: the process, which the caller has to wait for.
    package static func spawn(
        _ words: [[UInt8]], environment: [String]? = nil, files actions: [FileAction]
    ) throws(Failure) -> Int32 {
        var attributes = Self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        for action in actions { add(action, to: &files) }
        let arguments = words.map(copy) + [nil]
        let variables = environment.map { $0.map { copy(Array($0.utf8)) } + [nil] }
        defer { for text in arguments + (variables ?? []) { free(text) } }
        guard let program = arguments[0] else { throw Failure(number: EINVAL) }
        var process: pid_t = 0
        let result =
            if let variables {
                posix_spawnp(&process, program, &files, &attributes, arguments, variables)
            } else {
                posix_spawnp(&process, program, &files, &attributes, arguments, Glibc.environ)
            }
        guard result == 0 else { throw Failure(number: result) }
        return process
    }

    private static func add(_ action: FileAction, to files: inout posix_spawn_file_actions_t) {
        switch action {
        case .open(let descriptor, let path, let flags, let mode):
            posix_spawn_file_actions_addopen(&files, descriptor, path, flags, mode)
        case .duplicate(let descriptor, let copy): posix_spawn_file_actions_adddup2(&files, descriptor, copy)
        case .closeFrom(let descriptor): posix_spawn_file_actions_addclosefrom_np(&files, descriptor)
        }
    }

    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var everything = sigset_t()
        var nothing = sigset_t()
        sigfillset(&everything)
        sigemptyset(&nothing)
        posix_spawnattr_setsigdefault(&attributes, &everything)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        let flags = Int32(POSIX_SPAWN_SETSID) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }

    /// Of the C library's heap.
    private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        (bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { $0.baseAddress.flatMap(strdup) }
    }
}
