import CPlatform
import Glibc
import PlayCore
import Processes

/// The program on a terminal that accepts everything at once, observed from outside. One thread.
final class PlayerRun {
    /// A synchronized update that holds half-blocks.
    struct Picture {
        let time: HostTime
        /// CPU time that the program had used by then.
        let cpu: HostTime
        /// Bytes that had arrived by then.
        let bytes: Int
    }

    private let program: PtyProgram
    private let silence: SilentSound
    private let sound: BenchSound?
    private var scanner = UpdateScanner()
    private var cpu: CPUClock?
    private var playerCPU: CPUClock?
    private(set) var start = HostTime.zero
    private(set) var bytes = 0
    private(set) var recent: [UInt8] = []
    private(set) var lastRead = HostTime.zero
    private(set) var pictures: [Picture] = []

    /// - Parameter sound: the sound device, or `nil` for one that discards everything.
    init(size: ScreenSize, sound: BenchSound? = nil) throws {
        self.sound = sound
        program = try PtyProgram(columns: size.columns, rows: size.rows)
        silence = try SilentSound()
    }

    func spawn(_ player: String, _ arguments: [String]) throws {
        let environment =
            ["TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8"]
            + (sound?.environment ?? ["PATH=/usr/bin:/bin", "ALSA_CONFIG_PATH=\(silence.path)"])
        start = SystemClock().now
        try program.spawn(player, arguments, environment: environment)
        cpu = CPUClock(process: program.processID)
    }

    func type(_ text: String) { program.type(Array(text.utf8)) }

    var exit: ProcessEnd? { program.exit }

    /// CPU time that the front and its player have used; zero once they have ended.
    var cpuTime: HostTime {
        if playerCPU == nil { playerCPU = player.flatMap(CPUClock.init(process:)) }
        return (cpu?.now ?? .zero) + (playerCPU?.now ?? .zero)
    }

    /// The player's resident memory, or `nil` if it has ended.
    var residentBytes: Int? {
        guard let player, let words = Self.words("/proc/\(player)/statm"), words.count > 1 else { return nil }
        return Int(words[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }

    private var player: pid_t? {
        let front = program.processID
        return Self.words("/proc/\(front)/task/\(front)/children")?.first.flatMap { pid_t($0) }
    }

    private static func words(_ path: String) -> [Substring]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        return String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
    }

    /// Reads until something has arrived and nothing more arrives. Returns the last arrival, or nil at the limit.
    func settle(quiet: HostTime, limit: HostTime) -> HostTime? {
        let before = bytes
        return watch(limit: limit) { $0.bytes > before && SystemClock().now - $0.lastRead > quiet } ? lastRead : nil
    }

    /// Reads until the program has ended or `isEnough`; returns `false` at the limit.
    func watch(limit: HostTime, until isEnough: (PlayerRun) -> Bool) -> Bool {
        let deadline = SystemClock().now + limit
        while true {
            let wasRunning = program.exit == nil
            read()
            if isEnough(self) || !wasRunning { return true }
            if SystemClock().now >= deadline { return false }
            program.poll()
            if program.exit != nil { continue }
            var request = pollfd(fd: program.master, events: Int16(POLLIN), revents: 0)
            // The end of the program causes no event here, because the slave side is kept open.
            poll(&request, 1, 1)
        }
    }

    private func read() {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            while true {
                let count = CPlatform.read(program.master, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                bytes += count
                recent = recent.suffix(16 << 10) + buffer[..<count]
                lastRead = SystemClock().now
                scanner.scan(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { note($0) }
            }
        }
    }

    private func note(_ event: UpdateScanner.Event) {
        switch event {
        case .picture: pictures.append(Picture(time: SystemClock().now, cpu: cpu?.now ?? .zero, bytes: bytes))
        case .modeQuery: type("\u{1B}[?2026;2$y")
        case .attributesQuery: type("\u{1B}[?62;22c")
        case .statusQuery: type("\u{1B}[0n")
        }
    }
}

/// A configuration of ALSA whose default device discards everything; the player then keeps time itself.
private final class SilentSound {
    let path: String

    init() throws {
        var name = Array("/tmp/tvplay-bench-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw BenchError("mkstemp: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        let text = "pcm.!default { type null }\n"
        guard write(descriptor, text, text.utf8.count) == text.utf8.count else {
            throw BenchError("\(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit { unlink(path) }
}
