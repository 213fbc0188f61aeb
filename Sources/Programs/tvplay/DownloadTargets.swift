import DownloadClient
import DownloadModel
import Encoding
import PlayCore

/// The targets of new downloads. Their names are known once their servers have responded.
enum DownloadTargets {
    private static let patience = HostTime.seconds(1)
    private static let pause = HostTime.milliseconds(40)
    /// The most downloads whose names it waits for. A longer list would not be read.
    private static let most = 20

    struct Target {
        /// The file's path, or the folder before a server has responded.
        let path: String
        /// The reference as the list shows it.
        let reference: String
    }

    static func targets(of ids: [String], _ client: DownloadClient) throws(DownloadClientError) -> [String: Target] {
        let deadline = SystemClock().now + patience
        var targets: [String: Target] = [:]
        var left = ids
        while !left.isEmpty {
            for start in stride(from: 0, to: left.count, by: DownloadTally.batch) {
                let part = left[start..<min(left.count, start + DownloadTally.batch)]
                for row in try rows(Array(part), client) {
                    targets[row.id.text] = Target(path: row.mainPath ?? row.folder + "/", reference: row.reference)
                    let isOpen =
                        row.mainPath == nil && row.label == .downloading
                        && ![.schedule, .metered].contains(row.waiting)
                    if !isOpen { left.removeAll { $0 == row.id.text } }
                }
            }
            guard ids.count <= most, SystemClock().now < deadline else { break }
            let rest = Monitor(())
            if !left.isEmpty { _ = rest.wait(until: SystemClock().now + pause) { _ in nil as Void? } }
        }
        return targets
    }

    private static func rows(_ ids: [String], _ client: DownloadClient) throws(DownloadClientError) -> [DownloadRecord]
    {
        let keys = ["gid", "label", "reference", "waiting", "dir", "files"].map(JSONValue.string)
        let answer = try client.call(.tell, [.list(ids.map(JSONValue.string)), .list(keys)])
        return (answer.items ?? []).compactMap { DownloadRecord($0) }
    }
}
