import CPlatform
import Glibc
import PlayCore
import Processes

/// A running script: its process, and the thread `script`, which reads its output and waits for its end.
final class ScriptProcess: Sendable {
    struct Ending: Sendable {
        let end: ProcessEnd
        /// The last printed line; unverified text.
        let lastLine: String
    }

    private enum State {
        case running
        case ended(Ending)
    }

    let name: String
    private let child: ChildProcess
    private let state: Monitor<State>
    private let thread: WorkerThread

    /// `socket` is the script's end, which the caller closes. Signals `ended` when the script has ended.
    init(path: String, socket: Int32, ended: WakeUp) throws(ProgramError) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        self.name = name
        let output = try OutputPipe(for: path, blocks: false)
        var launch = ProgramLaunch([path, "--mpv-ipc-fd=3"])
        launch.third = socket
        launch.output = .descriptor(output.writing)
        launch.errors = .sameAsOutput
        // A key that interrupts or stops the player must not reach it.
        launch.place = .ownGroup
        let child = try launch.start()
        self.child = child
        output.closeWriting()
        let ending: Int32
        do throws(ProgramError) {
            ending = try child.openEnding()
        } catch {
            child.killGroup()
            throw error
        }
        let state = Monitor(State.running)
        self.state = state
        let lines = ScriptOutput(name: name, output)
        thread = WorkerThread(name: "script") {
            lines.read(until: ending)
            close(ending)
            state.update { state in
                // Within the lock, because the process's number may be reused afterwards.
                state = .ended(Ending(end: child.wait(), lastLine: lines.last))
            }
            ended.signal()
        }
    }

    var ending: Ending? {
        state.withLock { state in
            if case .ended(let ending) = state { ending } else { nil }
        }
    }

    func terminate() {
        state.withLock { if case .running = $0 { child.signalGroup(SIGTERM) } }
    }

    func hasEnded(by deadline: HostTime) -> Bool {
        state.wait(until: deadline) { if case .ended = $0 { () } else { nil } } != nil
    }

    func end(by deadline: HostTime) {
        if !hasEnded(by: deadline) { state.withLock { if case .running = $0 { child.signalGroup(SIGKILL) } } }
        thread.join()
    }
}

/// Writes lines to the log. Only for its thread.
private final class ScriptOutput: @unchecked Sendable {
    // Sendable: created by the thread that starts the script, then used only by the script's thread.
    private let name: String
    private let pipe: OutputPipe
    private var buffer = LineBuffer(limit: 4096)
    private(set) var last = ""

    init(name: String, _ pipe: OutputPipe) {
        self.name = name
        self.pipe = pipe
    }

    /// - Parameter ending: readable once the script has ended, though other processes may still have its output open.
    func read(until ending: Int32) {
        var entries = [
            pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard poll(&entries, 2, -1) > 0 else { continue }
            while case .bytes(let bytes) = pipe.read() { note(bytes) }
            if entries[1].revents != 0 { return }
            // Closed by a script that continues.
            if entries[0].revents & Int16(POLLIN) == 0, entries[0].revents != 0 { entries[0].fd = -1 }
        }
    }

    private func note(_ bytes: [UInt8]) {
        guard let lines = buffer.append(bytes) else { return buffer = LineBuffer(limit: 4096) }
        for line in lines where !line.isEmpty {
            last = SafeText.clean(ByteText.text(line), limit: 200)
            Log.shared.write(.info, "script", "\(name): \(last)")
        }
    }
}
