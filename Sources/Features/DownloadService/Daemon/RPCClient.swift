internal import CPlatform
import DownloadClient
internal import Glibc
import PlayCore

/// A client's connection, which receives and sends lines. For the daemon's thread.
final class RPCClient {
    /// The most bytes of the answers to a batch.
    static let answerLimit = 32 << 20
    /// The unsent bytes beyond which the client is disconnected.
    private static let unsentLimit = 128 << 20
    /// The unsent bytes beyond which the client's requests are no longer read.
    private static let pauseLimit = 1 << 20

    private let descriptor: Int32
    private var buffer = LineBuffer()
    private var lines: [[UInt8]] = []
    private var unsent: [UInt8] = []
    private var sent = 0
    private var isTooSlow = false
    /// Whether the client receives no more. Its requests are still read.
    private var isWriteClosed = false
    /// Whether the client sends no more. It may still read answers.
    private var hasEnded = false
    private(set) var hasAsked = false
    var session = RPCSession()

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    var hasUnsent: Bool { sent < unsent.count }

    var polled: pollfd {
        let reads = !hasEnded && unsent.count - sent < Self.pauseLimit ? POLLIN : 0
        return pollfd(fd: descriptor, events: Int16(reads | (hasUnsent ? POLLOUT : 0)), revents: 0)
    }

    /// Notes that the client has closed both directions. Returns whether earlier requests are left to read.
    func hangUp() -> Bool {
        isWriteClosed = true
        (unsent, sent) = ([], 0)
        return !hasEnded
    }

    /// Stops at the end, or at a line that is too long.
    func read() {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = CPlatform.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        // Ends the last line, which may lack its newline.
        let new = buffer.append(count > 0 ? bytes.prefix(count) : [UInt8(ascii: "\n")])
        lines += new ?? []
        if count > 0, new?.isEmpty == false { hasAsked = true }
        hasEnded = count <= 0 || new == nil
    }

    func nextLine() -> [UInt8]? { lines.isEmpty ? nil : lines.removeFirst() }

    func send(_ bytes: [UInt8]) {
        guard !isTooSlow, !isWriteClosed else { return }
        unsent += bytes
        unsent.append(UInt8(ascii: "\n"))
        if unsent.count - sent > Self.unsentLimit { isTooSlow = true }
    }

    /// Returns `false` if the client has ended and received all answers, or reads too slowly.
    func flush() -> Bool {
        while hasUnsent {
            let count = unsent.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, unsent.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                return !isTooSlow
            } else if errno != EINTR, !hangUp() {
                return false
            }
        }
        unsent.removeAll(keepingCapacity: unsent.capacity < 1 << 20)
        sent = 0
        return !isTooSlow && (!hasEnded || !session.tickets.isEmpty && !isWriteClosed)
    }
}
