import CPlatform
import ClassAccess
import ClassStreams
import Glibc
import Media
import PlayCore

/// `tvplay-recorder FOLDER`: reads orders as lines from standard input, whose end ends the recording. So it ends with
/// the class server, even after a crash, with a complete recording.
enum RecorderProgram {
    /// Bytes of an order: 32 streams with names of 1,024 bytes.
    private static let lineLimit = 64 << 10
    private static let pause: Int32 = 100

    static func run() -> Int32 {
        guard CommandLine.arguments.count == 2, CommandLine.arguments[1].hasPrefix("/") else {
            complain("usage: tvplay-recorder FOLDER")
            return 2
        }
        // A signal to the group of processes also ends the class server, and with it the orders.
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
        umask(0o077)
        Log.shared.open(descriptor: STDERR_FILENO, level: .warning)
        FFmpegLog.install()
        do throws(MediaError) {
            try record(to: CommandLine.arguments[1])
            return 0
        } catch {
            complain("\(error.operation): \(error.libraryText)")
            return 1
        }
    }

    private static func record(to folder: String) throws(MediaError) {
        let recorder = try ClassRecorder(folder: folder)
        var orders = OrderReader(limit: lineLimit)
        while true {
            var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            if poll(&entry, 1, pause) > 0 {
                guard let lines = orders.read(STDIN_FILENO) else { break }
                for order in lines { recorder.follow(order) }
            }
            try recorder.write()
        }
        try recorder.finish()
    }

    private static func complain(_ text: String) {
        let line = Array("tvplay-recorder: \(text)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}

private struct OrderReader {
    let limit: Int
    private var bytes: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// Reads the next orders, or returns `nil` if the pipe has ended.
    mutating func read(_ descriptor: Int32) -> [RecordingOrder]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR ? [] : nil }
        bytes += buffer[..<count]
        var orders: [RecordingOrder] = []
        while let end = bytes.firstIndex(of: 0x0A) {
            if let order = RecordingOrder(line: bytes[..<end]) { orders.append(order) }
            bytes.removeSubrange(...end)
        }
        if bytes.count > limit { bytes = [] }
        return orders
    }
}
