import CPlatform
import ClassAccess
import Glibc
import PlayCore
import Processes

/// A child process that records sound and pictures of one class. It reads its orders as lines from a pipe, and ends
/// when the pipe closes, so a recording is complete even if the keeper is killed. One thread; never blocks.
final class RecorderChild {
    /// Between two starts of a recorder that ends at once.
    private static let pause = HostTime.seconds(2)
    /// In bytes of orders that the program has not read.
    private static let mostUnsent = 1 << 20

    private let command: [String]
    private var child: ChildProcess?
    private var input: Int32 = -1
    private var unsent: [UInt8] = []
    private var order: RecordingOrder
    private var streams: RecordedStreams?
    private var nextStart = HostTime.zero
    private var isFinished = false

    /// `folder` is an absolute path and exists. `order` has no streams.
    init(program: String, folder: String, order: RecordingOrder) {
        command = [program, folder]
        self.order = order
    }

    deinit { if input >= 0 { close(input) } }

    func follow(_ new: RecordedStreams, at now: HostTime) {
        guard new != streams, !isFinished else { return }
        streams = new
        (order.sounds, order.picture) = (new.sounds.map(\.text), new.picture?.text)
        if child == nil { return start(at: now) }
        send()
    }

    /// Restarts the recorder if it has ended by itself. It appends to the existing files. Runs once a second.
    func check(at now: HostTime) {
        flush()
        if let child, let end = child.end() {
            self.child = nil
            closeInput()
            if !isFinished { Log.shared.write(.error, "keeper", "the recorder ended: \(end)") }
        }
        if child == nil, streams != nil, !isFinished { start(at: now) }
    }

    func finish() {
        isFinished = true
        closeInput()
    }

    /// Whether the program has ended after ``finish()``.
    var hasEnded: Bool {
        guard let child else { return true }
        guard let end = child.end() else { return false }
        self.child = nil
        if end != .code(0) { Log.shared.write(.error, "keeper", "the recorder did not finish: \(end)") }
        return true
    }

    private func start(at now: HostTime) {
        guard now >= nextStart else { return }
        nextStart = now + Self.pause
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { return Log.shared.write(.error, "keeper", "no pipe: \(errno)") }
        var launch = ProgramLaunch(command)
        launch.input = .descriptor(ends[0])
        launch.errors = .inherited
        launch.place = .ownGroup
        do throws(ProgramError) {
            child = try launch.start()
        } catch {
            Log.shared.write(.error, "keeper", error.description)
            close(ends[1])
        }
        close(ends[0])
        guard child != nil else { return }
        input = ends[1]
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
        unsent = []
        send()
    }

    private func send() {
        // Dropping an order is harmless, because the next one repeats it.
        if unsent.count < Self.mostUnsent { unsent += order.line }
        flush()
    }

    private func flush() {
        while input >= 0, !unsent.isEmpty {
            let count = write(input, unsent, unsent.count)
            if count > 0 {
                unsent.removeFirst(count)
            } else if count < 0, errno == EINTR {
                continue
            } else {
                return
            }
        }
    }

    private func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }
}
