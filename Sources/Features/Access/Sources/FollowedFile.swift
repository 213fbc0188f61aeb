import Glibc
import MediaSources
import PlayCore

/// A file that another program may still write: a recording, a conversion, a download. A read at its end waits until
/// the writer closes the file, or the file has not grown for ``patience``. One thread reads, any thread calls the rest.
final class FollowedFile: FollowedBytes {
    private struct State {
        var isWaiting = false
        var hasGrown = false
    }

    private let file: any ByteSource
    private let path: String
    private let cancel: CancelToken
    private let sizeAtFirst: Int64
    private let state: Monitor<State>
    /// After this long without growth, the end counts. Recorders write whole clusters, of up to 5 s each.
    static let patience = HostTime.seconds(10)
    private static let interval = HostTime.milliseconds(200)

    init(_ file: any ByteSource, path: String, cancel: CancelToken) {
        (self.file, self.path, self.cancel) = (file, path, cancel)
        sizeAtFirst = file.size ?? 0
        state = Monitor(State(hasGrown: Self.age(path) < Self.patience && FileWriter(of: path) == .present))
    }

    /// Returns whether a program has the file open for writing, or has just written it.
    static func mayGrow(_ path: String) -> Bool { age(path) < patience || FileWriter(of: path) == .present }

    var size: Int64? { file.size }
    var canSeek: Bool { file.canSeek }
    var isGrowing: Bool { state.withLock { $0.hasGrown } || (size ?? 0) > sizeAtFirst }
    func setWaiting(_ isWaiting: Bool) { state.withLock { $0.isWaiting = isWaiting } }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        let count = try file.read(at: offset, into: buffer)
        guard count == 0, !buffer.isEmpty, file.canSeek, state.withLock({ $0.isWaiting }),
            Self.age(path) < Self.patience
        else { return count }
        try waitForMore(than: offset)
        return try file.read(at: offset, into: buffer)
    }

    private func waitForMore(than offset: Int64) throws(ByteSourceError) {
        let wakeUp = WakeUp()
        let registration = cancel.onCancel { wakeUp.signal() }
        defer { withExtendedLifetime(registration) {} }
        while !cancel.isInterrupted {
            // Queried before the size, so that a write just before the close is not missed.
            let writer = FileWriter(of: path)
            if (size ?? 0) > offset { return state.withLock { $0.hasGrown = true } }
            if writer == .absent || Self.age(path) >= Self.patience { return }
            wakeUp.wait(until: SystemClock().now + Self.interval)
        }
        throw ByteSourceError(.cancelled, operation: "read", context: path)
    }

    private static func age(_ path: String) -> HostTime {
        var status = stat()
        var now = timespec()
        guard stat(path, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0 else { return patience }
        return .seconds(now.tv_sec - status.st_mtim.tv_sec)
    }
}

enum FileWriter {
    case present, absent
    /// The file belongs to another account, or its file system does not support leases.
    case unknown

    /// Tests with a read lease, which the kernel grants only on files not open for writing. Closing releases it.
    init(of path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            self = .unknown
            return
        }
        defer { close(descriptor) }
        // A program that opens the file meanwhile breaks the lease with this signal. It is ignored by default.
        _ = fcntl(descriptor, Self.setSignal, SIGURG)
        if fcntl(descriptor, Self.setLease, F_RDLCK) == 0 {
            self = .absent
        } else {
            self = errno == EAGAIN ? .present : .unknown
        }
    }

    /// `F_SETLEASE` and `F_SETSIG`, which the C library's module omits.
    private static let setLease: Int32 = 1024
    private static let setSignal: Int32 = 10
}
