import Foundation
import Glibc
import PlayCore
package import Signalling
import TestSupport

/// `Tests/TestSupport/Foreign/plain_client.py` as a process: an occupant of a room with slixmpp, which does not support
/// classes.
package final class PlainXMPPClient {
    package static let isPresent: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", "import slixmpp"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
    package static let absentReason = "needs python3-slixmpp (Scripts/install-deps test)"

    private let process = Process()
    private let input = Pipe()
    private let lines = Monitor<[String]>([])
    private let reader: WorkerThread

    /// Enters a room as a guest.
    package init(_ room: XMPPAddress, nick: String, at server: ProsodyServer) throws {
        let script = Checkout.folder.appendingPathComponent("Tests/TestSupport/Foreign/plain_client.py").path
        let configuration = server.configuration
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            script, "127.0.0.1", "\(configuration.ports.clients)", configuration.guestDomain,
            configuration.certificatePath, room.description, nick,
        ]
        let output = Pipe()
        (process.standardOutput, process.standardInput) = (output, input)
        process.standardError = FileHandle.nullDevice
        try process.runMarked()
        let lines = lines
        let file = UncheckedHandle(output.fileHandleForReading)
        reader = WorkerThread(name: "plain-client") {
            var rest: [UInt8] = []
            while true {
                let bytes = file.handle.availableData
                if bytes.isEmpty { return }
                rest += bytes
                let whole = rest.split(separator: 0x0A, omittingEmptySubsequences: false)
                lines.update { $0 += whole.dropLast().map { String(decoding: $0, as: UTF8.self) } }
                rest = whole.last.map(Array.init) ?? []
            }
        }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        reader.join()
    }

    /// Sends one of the commands "say TEXT", "flood COUNT BYTES", "voice", "leave", "join".
    package func order(_ words: String) { input.fileHandleForWriting.write(Data((words + "\n").utf8)) }

    /// All lines that the client has read so far.
    package var heard: [String] { lines.withLock { $0 } }

    /// Waits until the client has read a line.
    package func hears(_ line: String) -> Bool { hears { $0.contains(line) } }

    /// Waits until `holds` is true of all lines that the client has read.
    package func hears(_ holds: ([String]) -> Bool) -> Bool {
        lines.wait(until: SystemClock().now + Patience.limit) { holds($0) ? () : nil } != nil
    }
}

private struct UncheckedHandle: @unchecked Sendable {
    // Sendable: only one thread reads the handle.
    let handle: FileHandle
    init(_ handle: FileHandle) { self.handle = handle }
}
