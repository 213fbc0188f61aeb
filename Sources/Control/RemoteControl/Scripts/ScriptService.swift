import CPlatform
package import Commands
import Glibc
package import PlayCore
package import PlaybackModel
import Processes

/// The viewer's scripts: programs that start and end with the player. Each has the other end of a private socket as its
/// descriptor 3. None is started again. Main thread.
package final class ScriptService: LoopService {
    /// How long a script may take to end after its notification and the closing of its socket.
    private static let farewell = HostTime.milliseconds(300)
    /// Time from the request to end until a script is killed.
    private static let patience = HostTime.milliseconds(500)

    private let ipc: IPCService
    /// Signalled when a script sends a request, or has ended.
    package let wakeUp = WakeUp()
    /// The end of each is reported once.
    private var running: [ScriptProcess] = []
    private var problems: [String] = []
    /// Called with a script's problem, in the user's language.
    package var onProblem: (String) -> Void = { _ in }

    package init(_ files: ScriptFiles) {
        var clients: [(socket: Int32, name: String)] = []
        for problem in files.problems { problems.append(Self.notStarted(problem.path, problem.reason)) }
        for path in files.paths {
            do throws(ProgramError) {
                let (own, other) = try Self.socketPair(for: path)
                defer { CPlatform.close(other) }
                do throws(ProgramError) {
                    running.append(try ScriptProcess(path: path, socket: other, ended: wakeUp))
                    clients.append((own, Self.clientName(path)))
                } catch {
                    CPlatform.close(own)
                    throw error
                }
            } catch {
                problems.append(Self.notStarted(path, error.reason))
            }
        }
        ipc = IPCService(clients: clients, wakeUp: wakeUp)
    }

    /// Returns mpv's name of a script: its file name without extension, with only letters, digits and `_`.
    static func clientName(_ path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
        return String((stem.isEmpty ? file : stem).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// - Returns: this program's end, which does not block, and the script's.
    private static func socketPair(for path: String) throws(ProgramError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ProgramError(program: path, cause: .notStarted(errno))
        }
        tv_set_nonblocking(ends[0], 1)
        return (ends[0], ends[1])
    }

    package func serve(_ runner: any CommandRunner, at now: HostTime) -> HostTime? {
        noteEnds()
        for problem in problems { onProblem(problem) }
        problems = []
        return ipc.serve(runner, at: now)
    }

    private func noteEnds() {
        running.removeAll { script in
            guard let ending = script.ending else { return false }
            Log.shared.write(.info, "script", "\(script.name) has ended: \(ending.end)")
            // A script that has succeeded needs no message.
            if ending.end != .code(0) { problems.append(Self.words(script.name, ending)) }
            return true
        }
    }

    private static func words(_ name: String, _ ending: ScriptProcess.Ending) -> String {
        let name = SafeText.clean(name)
        let what =
            switch ending.end {
            case .code(let code): tr("Script %1 ended with status %2", name, "\(code)")
            case .signal(let number): tr("Signal %2 ended the script %1", name, "\(number)")
            }
        return ending.lastLine.isEmpty ? what : tr("%1: %2", what, ending.lastLine)
    }

    private static func notStarted(_ path: String, _ reason: String) -> String {
        tr("Cannot start the script %1: %2", SafeText.clean(path), reason)
    }

    package func deliver(_ message: ClientMessage) -> Bool { ipc.deliver(message) }

    package func note(_ point: CuePoint, isSkipped: Bool) { ipc.note(point, isSkipped: isSkipped) }
    package func note(_ event: AdvertEvent, at position: MediaTime) { ipc.note(event, at: position) }
    package func noteBegin(of entry: Int) { ipc.noteBegin(of: entry) }
    package func noteEnd() { ipc.noteEnd() }

    /// Terminates scripts that do not end themselves, then kills the rest. A second call does nothing.
    package func close() {
        ipc.close()
        let farewell = SystemClock().now + Self.farewell
        for script in running where !script.hasEnded(by: farewell) { script.terminate() }
        let deadline = SystemClock().now + Self.patience
        for script in running { script.end(by: deadline) }
        running = []
    }
}
