// DownloadClient: the client of the download daemon: its sockets, starting it, requests and answers.
//
// Must not know: how anything is downloaded.
//
// Begin with: `DownloadClient`, then `DownloadStart`.

internal import CPlatform
package import DownloadModel
package import Encoding
internal import Glibc
import PlayCore

/// A connection to the daemon, with JSON-RPC 2.0 requests, one per line. Blocks; one thread.
package final class DownloadClient {
    /// In bytes: ten thousand items take about 8 MB.
    private static let lineLimit = 256 << 20
    private static let patience = HostTime.seconds(60)

    package struct Call: Sendable {
        package let method: DownloadMethod
        package let parameters: [JSONValue]

        package init(_ method: DownloadMethod, _ parameters: [JSONValue] = []) {
            self.method = method
            self.parameters = parameters
        }
    }

    package typealias Answer = Result<JSONValue, DownloadClientError>

    package struct Notification: Sendable, Equatable {
        /// `nil` if this version does not know the event.
        package let event: DownloadEvent?
        package let parameter: JSONValue
    }

    private let descriptor: Int32
    private var lines = LineBuffer(limit: lineLimit)
    private var unread: [JSONValue] = []
    private var notifications: [Notification] = []
    private var lastID: Int64 = 0
    private var hasEnded = false

    /// Connects to the running daemon. Returns `nil` if there is none, without starting one.
    package init?(_ places: DownloadPlaces) {
        for path in places.socketsOfRunning {
            guard let descriptor = Self.connect(path) else { continue }
            self.descriptor = descriptor
            return
        }
        return nil
    }

    /// Returns `nil` if the socket has no listener. The first request at a socket of systemd starts the daemon.
    package init?(socket path: String) {
        guard let descriptor = Self.connect(path) else { return nil }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Readable when a notification arrives, unless ``nextNotification()`` already has one.
    package var pollDescriptor: Int32 { descriptor }

    private static func connect(_ path: String) -> Int32? {
        guard let address = UnixAddress(path) else { return nil }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        guard address.connect(descriptor) else {
            close(descriptor)
            return nil
        }
        tv_set_nonblocking(descriptor, 1)
        return descriptor
    }

    // MARK: requests

    package func call(_ method: DownloadMethod, _ parameters: [JSONValue] = []) throws(DownloadClientError) -> JSONValue
    {
        lastID += 1
        try send(Self.request(Call(method, parameters), lastID))
        let id = lastID
        let answer = try next { $0["id"]?.wholeNumber == id }
        return try Self.result(answer).get()
    }

    /// Sends all calls in one message. Returns their answers in the same order.
    package func batch(_ calls: [Call]) throws(DownloadClientError) -> [Answer] {
        guard !calls.isEmpty else { return [] }
        let first = lastID + 1
        lastID += Int64(calls.count)
        try send(.list(calls.enumerated().map { Self.request($1, first + Int64($0)) }))
        let answers = try next { $0.items != nil }.items ?? []
        var byID: [Int64: JSONValue] = [:]
        for answer in answers { if let id = answer["id"]?.wholeNumber { byID[id] = answer } }
        return calls.indices.map { byID[first + Int64($0)].map(Self.result) ?? .failure(.noAnswer) }
    }

    private static func request(_ call: Call, _ id: Int64) -> JSONValue {
        .object([
            "jsonrpc": .string("2.0"), "id": .integer(id), "method": .string(call.method.rawValue),
            "params": .list(call.parameters),
        ])
    }

    private static func result(_ answer: JSONValue) -> Answer {
        guard let error = answer["error"] else { return .success(answer["result"] ?? .null) }
        guard let problem = error["data"].flatMap({ DownloadProblem($0) }) else {
            return .failure(.protocolError(error["message"]?.text ?? ""))
        }
        return .failure(.refused(problem))
    }

    // MARK: notifications

    /// Returns `nil` if none has arrived. Does not block.
    package func nextNotification() throws(DownloadClientError) -> Notification? {
        if notifications.isEmpty { try read() }
        if notifications.isEmpty, hasEnded { throw .noAnswer }
        return notifications.isEmpty ? nil : notifications.removeFirst()
    }

    // MARK: bytes

    private func next(where isWanted: (JSONValue) -> Bool) throws(DownloadClientError) -> JSONValue {
        let deadline = SystemClock().now + Self.patience
        while true {
            if let index = unread.firstIndex(where: isWanted) {
                defer { unread = [] }
                return unread[index]
            }
            guard !hasEnded else { throw .noAnswer }
            try wait(for: POLLIN, until: deadline)
            try read()
        }
    }

    private func read() throws(DownloadClientError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = CPlatform.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            if count == 0 {
                hasEnded = true
                return
            }
            guard count > 0, let lines = lines.append(buffer.prefix(count)) else { throw .noAnswer }
            for line in lines { try sort(line) }
        }
    }

    private func sort(_ line: [UInt8]) throws(DownloadClientError) {
        let value: JSONValue
        do throws(JSONValue.Problem) { value = try JSONValue(document: line) } catch {
            throw .protocolError(error.words)
        }
        if let method = value["method"]?.text {
            let parameters = value["params"] ?? .null
            notifications.append(
                Notification(event: DownloadEvent(rawValue: method), parameter: parameters.items?.first ?? parameters))
        } else {
            unread.append(value)
        }
    }

    private func send(_ value: JSONValue) throws(DownloadClientError) {
        let bytes = value.bytes + [UInt8(ascii: "\n")]
        let deadline = SystemClock().now + Self.patience
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                // The daemon answers before it reads further requests, so this reads its answers meanwhile.
                try wait(for: POLLIN | POLLOUT, until: deadline)
                try read()
            } else if errno != EINTR {
                throw .noAnswer
            }
        }
    }

    private func wait(for events: Int32, until deadline: HostTime) throws(DownloadClientError) {
        let left = deadline - SystemClock().now
        guard left > .seconds(0) else { throw .noAnswer }
        var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        guard poll(&polled, 1, Int32(left.nanoseconds / 1_000_000) + 1) != 0 else { throw .noAnswer }
    }
}
