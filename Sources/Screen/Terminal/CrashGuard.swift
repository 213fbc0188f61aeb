package import CPlatform
import Glibc
import Synchronization

/// Restores the terminal if the program crashes: on a fault in any thread, on `abort`, and at `exit`. The handlers are
/// installed after Swift's own. They write prepared bytes, set the modes, restore the previous action and return. The
/// fault then repeats, and Swift's backtrace appears on the restored screen.
package enum CrashGuard {
    private static let faults: [Int32] = [SIGSEGV, SIGILL, SIGBUS, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]
    private static let maximumBytes = 512
    private static let highestSignal = 64
    private static let maximumPaths = 16
    private static let pathBytes = 64

    /// The handler's data; a handler can neither allocate nor lock.
    private struct Storage: @unchecked Sendable {
        // Sendable: the main thread writes it while `isArmed` is false; only the thread that changes `isArmed` from
        // true to false reads it. `before` is written once, before the handlers are installed.
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: maximumBytes)
        let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        let descriptor = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        let paths = UnsafeMutablePointer<CChar>.allocate(capacity: maximumPaths * pathBytes)
        let pathCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        let before = UnsafeMutablePointer<sigaction>.allocate(capacity: highestSignal + 1)
    }

    private static let storage: Storage = {
        let storage = Storage()
        storage.pathCount.initialize(to: 0)
        return storage
    }()
    private static let isArmed = Atomic<Bool>(false)
    private static let isInstalled = Atomic<Bool>(false)
    private static let isOver = Atomic<Bool>(false)

    static var hasEnded: Bool { isOver.load(ordering: .sequentiallyConsistent) }

    /// Restores the terminal for good, even if the main thread is blocked. Does not wait for a terminal that accepts no
    /// output.
    static func restoreNow() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        restore(mostWaits: 1)
    }

    /// Makes a crash write `reset` (its first 512 bytes) and set `modes`.
    package static func arm(descriptor: Int32, modes: termios, reset: [UInt8]) {
        isArmed.store(false, ordering: .sequentiallyConsistent)
        storage.descriptor.initialize(to: descriptor)
        storage.modes.initialize(to: modes)
        let kept = reset.prefix(maximumBytes)
        for (at, byte) in kept.enumerated() { storage.bytes[at] = byte }
        storage.count.initialize(to: kept.count)
        install()
        isArmed.store(true, ordering: .sequentiallyConsistent)
    }

    /// Makes a crash remove these files: at most 16, with paths of at most 63 bytes.
    static func remove(_ paths: [String]) {
        let wasArmed = isArmed.exchange(false, ordering: .sequentiallyConsistent)
        for (at, path) in paths.prefix(maximumPaths).enumerated() {
            _ = path.withCString { strncpy(storage.paths + at * pathBytes, $0, pathBytes) }
            storage.paths[(at + 1) * pathBytes - 1] = 0
        }
        storage.pathCount.pointee = min(paths.count, maximumPaths)
        isArmed.store(wasArmed, ordering: .sequentiallyConsistent)
    }

    /// Called when the terminal is already restored or no longer matters.
    package static func disarm() { isArmed.store(false, ordering: .sequentiallyConsistent) }

    /// Installs the handlers for the life of the process. While the guard is not armed, they only pass the fault on.
    private static func install() {
        guard !isInstalled.exchange(true, ordering: .sequentiallyConsistent) else { return }
        atexit { CrashGuard.restore() }
        storage.before.initialize(repeating: sigaction(), count: highestSignal + 1)
        for fault in faults { sigaction(fault, nil, storage.before + Int(fault)) }
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = { number, info, _ in CrashGuard.handle(number, info) }
        action.sa_flags = SA_SIGINFO | Int32(SA_ONSTACK)
        sigemptyset(&action.sa_mask)
        for fault in faults { sigaction(fault, &action, nil) }
    }

    /// Runs in a signal handler on any thread. Uses only calls that POSIX allows there.
    private static func handle(_ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
        restore()
        sigaction(number, storage.before + Int(number), nil)
        // A fault of the processor repeats by itself; a signal sent by `abort` or `kill` has to be sent again.
        if let info, info.pointee.si_code <= 0 { raise(number) }
    }

    private static func restore(mostWaits: Int = 20) {
        ErrorDiversion.end()
        guard isArmed.exchange(false, ordering: .sequentiallyConsistent) else { return }
        let descriptor = storage.descriptor.pointee
        var written = 0
        var waits = 0
        while written < storage.count.pointee, waits < mostWaits {
            let result = write(descriptor, storage.bytes + written, storage.count.pointee - written)
            if result > 0 {
                written += result
            } else {
                guard errno == EAGAIN || errno == EINTR else { break }
                waits += 1
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, 50)
            }
        }
        for at in 0..<storage.pathCount.pointee { unlink(storage.paths + at * pathBytes) }
        tcsetattr(descriptor, TCSAFLUSH, storage.modes)
    }
}
