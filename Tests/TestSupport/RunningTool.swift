import CPlatform
import Glibc
import PlayCore
package import Processes

/// Runs until a test ends it, at the latest with this object and with the test process.
package final class RunningTool: Sendable {
    private let child: ChildProcess
    private let ending = Monitor<ProcessEnd?>(nil)

    /// - Parameters:
    /// - words: the path and the arguments.
    /// - name: the name for ``StartCount``; `nil` to skip the count.
    /// - variables: environment variables in addition to those of this process.
    /// - third: one of our descriptors, which becomes the program's descriptor 3.
    package init(
        _ words: [String], name: String? = nil, variables: [String: String] = [:],
        output: ProgramLaunch.Stream = .null, errors: ProgramLaunch.Stream = .null, third: Int32? = nil
    ) throws {
        var launch = ProgramLaunch(words)
        launch.place = .ownGroup
        (launch.output, launch.errors, launch.third) = (output, errors, third)
        launch.variables = variables.merging([Lifeline.variable: Lifeline.mark]) { $1 }
        child = try launch.start()
        if let name { StartCount.note(name) }
    }

    deinit { kill() }

    package var id: Int32 { child.id }

    /// `nil` while the program runs.
    package var end: ProcessEnd? {
        ending.update { ending in
            if ending == nil { ending = child.end() }
            return ending
        }
    }

    package var isRunning: Bool { end == nil }

    /// Waits until `condition` holds. Returns `false` if the program has ended, or after ``Patience/limit``.
    package func isReady(_ condition: () -> Bool) -> Bool {
        eventually { !isRunning || condition() } && isRunning
    }

    /// Sends the signal to the program's group, and waits for the program's end; after ``Patience/limit`` sends SIGKILL.
    package func kill(_ signal: Int32 = SIGKILL) {
        ending.update { ending in
            ending = ending ?? child.end()
            if ending == nil { child.signalGroup(signal) }
        }
        if signal != SIGKILL, eventually({ end != nil }) { return }
        ending.update { ending in
            guard ending == nil else { return }
            child.signalGroup(SIGKILL)
            ending = child.wait()
        }
    }

    /// Sends SIGSTOP; connections stay open until ``resume()``.
    package func pause() { child.signalGroup(SIGSTOP) }
    package func resume() { child.signalGroup(SIGCONT) }
}

package enum StartCount {
    /// Appends a line to the file that `TVPLAY_TEST_STARTS` names.
    package static func note(_ name: String) {
        guard let path = getenv("TVPLAY_TEST_STARTS") else { return }
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        defer { close(file) }
        let line = Array((name + "\n").utf8)
        _ = write(file, line, line.count)
    }
}
