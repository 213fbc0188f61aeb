import CPlatform
import Cells
import Glibc
import PlayCore

/// The keys of a terminal without a screen, because it cannot place its cursor or does not answer. Lines are written to
/// it as usual; only typed keys arrive at once, and without an echo. Main thread.
package final class Keyboard {
    private let device: TerminalDevice
    private var parser = InputParser()
    private var parserDeadline: HostTime?
    private(set) var isHeld = false

    package init(path: String? = nil) throws(TerminalError) {
        device = try TerminalDevice(path: path)
        begin()
    }

    deinit { release() }

    var descriptor: Int32 { device.descriptor }
    /// The time at which an incomplete sequence counts as complete.
    var deadline: HostTime? { parserDeadline }

    /// Does nothing in the background, where another process has the keyboard.
    func begin() {
        guard !isHeld, device.isInForeground else { return }
        device.enterRawMode(processesOutput: true)
        CrashGuard.arm(descriptor: device.descriptor, modes: device.originalModes, reset: [])
        isHeld = true
    }

    func release() {
        guard isHeld else { return }
        isHeld = false
        defer { CrashGuard.disarm() }
        if CrashGuard.hasEnded { return }
        if device.isInForeground { device.restore() } else { device.restoreUnlessChanged() }
    }

    func read() -> [InputEvent]? {
        guard device.isInForeground else {
            release()
            return []
        }
        switch device.read() {
        case .closed: return nil
        case .nothing: return []
        case .bytes(let bytes):
            parser.read(bytes)
            var events: [InputEvent] = []
            while let output = parser.next() { if case .event(let event) = output { events.append(event) } }
            parserDeadline = parser.patience.map { SystemClock().now + $0 }
            return events
        }
    }

    func timeOut() -> [InputEvent] {
        guard let end = parserDeadline, SystemClock().now >= end else { return [] }
        defer { parserDeadline = parser.patience.map { SystemClock().now + $0 } }
        return parser.timeOut().compactMap { if case .event(let event) = $0 { event } else { nil } }
    }
}
