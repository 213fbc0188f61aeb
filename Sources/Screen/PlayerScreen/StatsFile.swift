import CPlatform
import Cells
import Glibc
package import Options
import PlayCore
import ScreenKit
package import TUI

/// `--stats-file`: a JSON object a line for each frame. Writes 32 kB at a time, without blocking. Lines that a full
/// pipe does not take are dropped; the last counts them. Main thread.
package final class StatsFile: LoopSource {
    private static let blockBytes = 32_768

    private let descriptor: Int32
    private let start = SystemClock().now
    private var waiting: [UInt8] = []
    private var leftOut = 0
    private var isClosed = false

    /// - Throws: the system's message if the file cannot be written.
    package init(path: String) throws(StartError) {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK
        descriptor = ByteText.withCString(path) { tv_open($0, flags, 0o600) }
        if descriptor < 0 {
            let reason = String(cString: strerror(errno))
            throw StartError(message: tr("Cannot write the statistics %1: %2", SafeText.clean(path), reason))
        }
        waiting.reserveCapacity(2 * Self.blockBytes)
    }

    deinit { close() }

    package func note(_ record: FrameRecord) {
        waiting += Self.line(record, since: start).utf8
        if waiting.count >= Self.blockBytes { write() }
    }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        if leftOut > 0 { waiting += "{\"lines_left_out\":\(leftOut)}\n".utf8 }
        write()
        CPlatform.close(descriptor)
    }

    private func write() {
        let taken = waiting.withUnsafeBytes { max(0, CPlatform.write(descriptor, $0.baseAddress, $0.count)) }
        waiting.removeFirst(taken)
        guard !waiting.isEmpty else { return }
        // The rest of a partly written line stays; the whole lines after it are dropped.
        let isWithinLine = taken > 0
        let kept = isWithinLine ? (waiting.firstIndex(of: UInt8(ascii: "\n")) ?? waiting.count - 1) + 1 : 0
        leftOut += waiting[kept...].count { $0 == UInt8(ascii: "\n") }
        waiting.removeSubrange(kept...)
    }

    static func line(_ record: FrameRecord, since start: HostTime) -> String {
        let link = record.link
        var fields: [(String, String)] = [
            ("t", number((record.time - start).inSeconds, digits: 4)),
            ("media", record.mediaTime.map { number($0.inSeconds, digits: 4) } ?? "null"),
            ("bytes", String(record.outcome.bytes)),
            ("picture_bytes", String(record.outcome.pictureBytes)),
            ("approximate", String(record.outcome.isApproximate)),
            ("lambda", record.outcome.lambda.map { number($0, digits: 4) } ?? "null"),
            ("ssim", record.outcome.ssim.map { number($0, digits: 4) } ?? "null"),
            ("limited", String(link.isLimited)),
            ("in_flight", String(link.inFlight)),
            ("rtt_ms", link.roundTrip.map { number($0.inMilliseconds, digits: 2) } ?? "null"),
            ("rate_bps", link.bytesPerSecond.map { number($0 * 8, digits: 0) } ?? "null"),
            ("queue_ms", number(link.queue.inMilliseconds, digits: 2)),
            ("dropped", String(record.dropped)),
            ("late", String(record.late)),
        ]
        if let fetch = record.fetch {
            fields += [
                ("net_bytes", String(fetch.network)), ("cache_bytes", String(fetch.cached)),
                ("saved_bytes", String(fetch.saved)),
                ("download_bps", fetch.bitsPerSecond.map { String($0) } ?? "null"),
            ]
        }
        return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}\n"
    }

    /// Replaces infinities, which JSON lacks. Four digits are finer than the accuracy of any value.
    private static func number(_ value: Double, digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "null" }
        let scale = [1.0, 10, 100, 1000, 10_000][min(max(digits, 0), 4)]
        let rounded = (value * scale).rounded() / scale
        return digits == 0 ? String(Int64(rounded)) : "\(rounded)"
    }
}
