import CPlatform
import Glibc
import PlayCore
import Processes
import Synchronization

/// A pty whose other side accepts everything and answers like a fast terminal, on its own thread.
final class AnsweringTerminal {
    var path: String { pty.path }
    private let pty: PtyProgram
    private let isClosing = Stop()
    private let reader: WorkerThread

    private final class Stop: Sendable {
        let isWanted = Atomic(false)
    }

    init(columns: Int, rows: Int) throws {
        pty = try PtyProgram(columns: columns, rows: rows)
        let (master, stop) = (pty.master, isClosing)
        reader = WorkerThread(name: "terminal") { Self.serve(master, until: stop) }
    }

    func close() {
        isClosing.isWanted.store(true, ordering: .relaxed)
        reader.join()
    }

    private static func serve(_ master: Int32, until stop: Stop) {
        var scanner = UpdateScanner()
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            while !stop.isWanted.load(ordering: .relaxed) {
                var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
                guard poll(&request, 1, 20) > 0 else { continue }
                let count = CPlatform.read(master, buffer.baseAddress, buffer.count)
                guard count > 0 else { continue }
                scanner.scan(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { event in
                    switch event {
                    case .picture: break
                    case .modeQuery: answer("\u{1B}[?2026;2$y", master)
                    case .attributesQuery: answer("\u{1B}[?62;22c", master)
                    case .statusQuery: answer("\u{1B}[0n", master)
                    }
                }
            }
        }
    }

    private static func answer(_ text: StaticString, _ master: Int32) {
        // A full queue of the tty loses the answer, as a terminal would.
        _ = CPlatform.write(master, text.utf8Start, text.utf8CodeUnitCount)
    }
}
