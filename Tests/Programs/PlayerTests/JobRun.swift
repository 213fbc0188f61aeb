import CPlatform
import Foundation
import PlayCore
import TestSupport
import Testing

/// The program as a job of a shell in a pseudo terminal, with a socket that reports its state while nothing is shown.
final class JobRun {
    let run: PlayerRun
    private let socket: String

    /// bash with job control, on the terminal of its standard error. Each typed line is a command. A job that stops
    /// ends the loop that started it.
    static let shell = """
        exec 2>/dev/tty; set -m; "$0" "$@"; echo "status $?"
        serve() { while read -r line; do eval "$line"; done; }
        serve; serve; serve
        """

    /// - Parameters:
    ///   - options: options before the file, which repeats unless they say otherwise.
    ///   - script: a bash script, in which the program is `"$0" "$@"`.
    init(_ options: [String] = [], script: String = shell, playsOn: Bool = true) throws {
        let name = "@tvplay-test-" + UUID().uuidString
        socket = name
        let background = playsOn ? ["--background-audio"] : []
        run = try PlayerRun(
            background + ["--control-bar=never", "--no-resume", "--loop-file=inf", "--input-ipc-server=" + name]
                + options
                + [Fixtures.path("counter.mp4")], script: script)
    }

    var terminal: PseudoTerminal { run.terminal }

    func wait(forText text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try run.wait(for: text, sourceLocation: sourceLocation) { $0.text.contains(text) }
    }

    func waitForPicture(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try run.wait(for: "the picture alone", sourceLocation: sourceLocation) {
            $0.modes.contains(1049) && $0.showsPictureAlone
        }
    }

    func waitForPictures(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let first = Double(try run.waitForPicture(sourceLocation: sourceLocation)) / 25
        try run.wait(for: "\(count) pictures more", sourceLocation: sourceLocation) { screen in
            screen.counter.map { Self.isBetween(Double($0) / 25 - first, Double(count) / 25, 5) } ?? false
        }
    }

    /// Waits until the screen is restored, so that keys typed earlier are dropped.
    func waitForShell(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try run.wait(for: "the whole screen", sourceLocation: sourceLocation) {
            !$0.modes.contains(1049) && self.terminal.isCooked
        }
    }

    /// Types Ctrl-Z, and waits for the shell's answer.
    func suspend(sourceLocation: SourceLocation = #_sourceLocation) throws {
        run.type(Keys.control("z"))
        try wait(forText: "status 148", sourceLocation: sourceLocation)
        run.expectTerminalIsRestored(sourceLocation: sourceLocation)
    }

    /// Ends the job, stopped or in the background, and waits until the shell reports its exit status. The shell reports
    /// it by itself or when it lists its jobs. `wait` also returns for a job that is still stopped, and `wait -f` of
    /// bash 5.2 sometimes never ends.
    func end(with status: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        run.type("job=$(jobs -p); kill %1; while kill -0 $job 2>/dev/null; do sleep 0.1; done; jobs\n")
        try wait(forText: "Exit \(status)", sourceLocation: sourceLocation)
    }

    // MARK: Processes

    /// Returns a process by the name of its executable: `tvplay` is the front, `tvplay-player` the player.
    func process(_ executable: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> pid_t {
        try #require(processes(executable).first, "no \(executable)", sourceLocation: sourceLocation)
    }

    func processes(_ executable: String) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { process in
            guard let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline"),
                words.range(of: Data(socket.utf8)) != nil,
                let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
            else { return false }
            return path.hasSuffix("/" + executable)
        }
    }

    func waitForEnd(of executable: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let hasEnded = terminal.wait { _ in self.processes(executable).isEmpty }
        try #require(hasEnded, "\(executable) goes on", sourceLocation: sourceLocation)
    }

    /// Returns the state of a process from /proc, such as `T` for stopped.
    func state(of process: pid_t) -> Character? {
        let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
        let text = String(decoding: data, as: UTF8.self)
        return text.split(separator: ")").last?.first { $0 != " " }
    }

    // MARK: Playback

    func makeClient() throws -> SocketClient { try SocketClient(socket) }

    /// The position in seconds from the socket, or `nil` if the player does not answer.
    var position: Double? { property("time-pos").flatMap { Double($0) } }

    /// Reads output until the position has advanced by this much.
    func waitForProgress(_ seconds: Double, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let start = try #require(position, sourceLocation: sourceLocation)
        try run.wait(for: "\(seconds) s after \(start)", sourceLocation: sourceLocation) { _ in
            self.position.map { Self.isBetween($0 - start, seconds, 5) } ?? false
        }
    }

    /// Returns whether a difference lies in a range of seconds. The clip of ten seconds repeats.
    static func isBetween(_ difference: Double, _ least: Double, _ most: Double) -> Bool {
        (least...most).contains(difference < -5 ? difference + 10 : difference)
    }

    /// Returns a property as JSON, or `nil` if the player does not answer.
    func property(_ name: String) -> String? {
        let descriptor = CPlatform.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let length = MemoryLayout<sa_family_t>.size + socket.utf8.count
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            path.copyBytes(from: [0] + socket.utf8.dropFirst())
        }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(length)) }
        }
        guard isConnected == 0 else { return nil }
        let question = Array((#"{"command":["get_property","\#(name)"]}"# + "\n").utf8)
        guard send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) == question.count else { return nil }
        var answer = ""
        // Lines of events may precede the answer.
        while answer.firstMatch(of: /"request_id":0}/) == nil {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 10_000) == 1 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            answer += String(decoding: bytes[..<count], as: UTF8.self)
        }
        return answer.firstMatch(of: /"data":([^,}]+)/).map { String($0.1) }
    }
}
