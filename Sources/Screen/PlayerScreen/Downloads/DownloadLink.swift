package import Access
import CPlatform
package import DownloadClient
import DownloadModel
import DownloadScreen
import Downloads
import Encoding
import PlayCore
import ScreenKit
import TUI

package struct DownloadHost: Sendable {
    let start: DownloadStart
    let places: DownloadPlaces?
    let account: String
    let access: SourceAccess

    package init(start: DownloadStart, places: DownloadPlaces?, account: String, access: SourceAccess) {
        (self.start, self.places, self.account, self.access) = (start, places, account, access)
    }
}

/// Sends requests to the daemon. Blocks; one thread.
final class DownloadLink {
    private let host: DownloadHost
    private var client: DownloadClient?
    private var version: Int64?
    private var reportCount = 0
    private var hasCounted = false

    init(_ host: DownloadHost) { self.host = host }

    private func connected() throws(DownloadClientError) -> DownloadClient {
        if let client { return client }
        guard let places = host.places else { throw .noPlace }
        let new = try host.start.connect(places, account: host.account)
        client = new
        version = nil
        return new
    }

    /// Behaves as ``look(_:_:)`` if a daemon runs; otherwise counts the downloads on the disk once. Reports no failure.
    func peek(_ downloads: inout DownloadsState) {
        if client == nil, let places = host.places {
            do throws(DownloadClientError) {
                client = try host.start.connectToRunning(places, account: host.account)
            } catch {
                Log.shared.write(.debug, "download", error.message)
            }
            version = nil
        }
        guard client != nil else { return count(&downloads) }
        let before = downloads
        look(downloads.running, &downloads)
        if case .failed = downloads.phase { downloads = before }
    }

    private func count(_ downloads: inout DownloadsState) {
        guard !hasCounted, let folder = host.places?.folder(ofAccount: host.account) else { return }
        hasCounted = true
        downloads.keptCount = DownloadStore.count(in: folder)
    }

    private func drop(_ error: DownloadClientError) {
        if case .refused = error { return }
        client = nil
    }

    // MARK: Looking

    private static let figureKeys = JSONValue.list(
        ([DownloadRecord.Key.id, .done, .total, .speed, .fraction] + DownloadActivity.keys).map {
            .string($0.rawValue)
        })

    func look(_ ids: [DownloadID], _ downloads: inout DownloadsState) {
        do throws(DownloadClientError) {
            let client = try connected()
            // Requests only the counts and rates around the rows.
            let answers = try client.batch([
                DownloadClient.Call(.list, [.integer(0), .integer(0)]),
                DownloadClient.Call(.tell, [.list(ids.map { .string($0.text) }), Self.figureKeys]),
            ])
            let head = try answers[0].get()
            downloads.bytesPerSecond = head["downloadSpeed"]?.wholeNumber ?? 0
            downloads.isRefreshing = head["refreshing"]?.flag ?? false
            if version == nil || head["version"]?.wholeNumber != version { try read(client, &downloads) }
            (downloads.runningCount, downloads.waitingCount) = (
                head["active"]?.integer ?? 0, head["waiting"]?.integer ?? 0
            )
            let rows = try answers[1].get()
            downloads.figures = Self.values(rows) { DownloadFigures($0) }
            downloads.activities = Self.values(rows) { DownloadActivity($0) }
            downloads.phase = .ready
        } catch {
            drop(error)
            downloads.phase = .failed(error.message)
        }
    }

    private func read(_ client: DownloadClient, _ downloads: inout DownloadsState) throws(DownloadClientError) {
        let list = try client.call(.list)
        version = list["version"]?.wholeNumber
        downloads.entries = (list["items"]?.items ?? []).compactMap { DownloadRecord($0) }
        downloads.listNumber += 1
        downloads.freeBytes = downloads.entries.last.flatMap { Self.freeBytes($0.folder) }
    }

    private static func values<Value>(_ answer: JSONValue, _ value: (JSONValue) -> Value) -> [DownloadID: Value] {
        let pairs = (answer.items ?? []).compactMap { row in
            row[.id]?.text.flatMap(DownloadID.init).map { ($0, value(row)) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the free bytes of a folder's file system, or `nil` if unknown. The folder need not exist yet.
    private static func freeBytes(_ folder: String) -> Int64? {
        let bytes = ByteText.withCString(folder) { tv_free_bytes($0) }
        return bytes < 0 ? nil : Int64(bytes)
    }

    // MARK: Orders

    func perform(_ order: DownloadOrder, _ downloads: inout DownloadsState) {
        let outcome: DownloadsState.Report.Outcome?
        do throws(DownloadClientError) {
            outcome = try send(order, try connected())
        } catch {
            drop(error)
            outcome = Self.outcome(of: error, order)
        }
        guard let outcome else { return }
        reportCount += 1
        downloads.report = DownloadsState.Report(number: reportCount, outcome)
    }

    private static func outcome(
        of error: DownloadClientError, _ order: DownloadOrder
    ) -> DownloadsState.Report.Outcome {
        guard case .refused(let problem) = error else { return .failed(error.message) }
        switch (problem.code, order) {
        case (.duplicate, .add):
            return DownloadID(problem.detail).map { .duplicate($0) } ?? .failed(error.message)
        case (.fileLost, .play(let id)): return .lost(id)
        default: return .failed(error.message)
        }
    }

    private func send(
        _ order: DownloadOrder, _ client: DownloadClient
    ) throws(DownloadClientError) -> DownloadsState.Report.Outcome? {
        switch order {
        case .add(let reference, let title, let definition):
            let options = JSONValue.object([
                "title": title.map(JSONValue.string), "definition": definition.map { .list([.string($0)]) },
                "request-options": host.start.requestMember, "umask": DownloadStart.umaskMember,
            ])
            let answer = try client.call(.addUri, [.list([.string(reference)]), options])
            return answer.text.flatMap(DownloadID.init).map { .added($0) }
        case .play(let id): return try play(id, client)
        case .pause(let id): _ = try client.call(.pause, [.string(id.text)])
        case .resume(let id): _ = try client.call(.unpause, [.string(id.text)])
        case .retry(let id): _ = try client.call(.retry, [.string(id.text)])
        case .pauseAll: _ = try client.call(.pauseAll)
        case .resumeAll: _ = try client.call(.unpauseAll)
        case .retryAll: _ = try client.call(.retryAll)
        case .clear(let id): _ = try client.call(.clear, [.string(id.text)])
        case .clearFinished: _ = try client.call(.clearAll)
        case .cancel(let id): _ = try client.call(.cancel, [.string(id.text)])
        case .remove(let id): _ = try client.call(.remove, [.string(id.text)])
        case .setPriority(let id, let priority):
            _ = try client.call(.changeOption, [.string(id.text), .object(["priority": .number(priority)])])
        case .setLimit(let id, let limit):
            let options = JSONValue.object(["max-download-limit": .integer(limit ?? 0)])
            _ = try client.call(.changeOption, [.string(id.text), options])
        case .move(let id, let place):
            _ = try client.call(
                .changePosition, [.string(id.text), .integer(Int64(place)), .string("POS_SET")])
        }
        return nil
    }

    /// Plays a download. An incomplete file plays from its address; the bytes on the disk are read from there.
    private func play(
        _ id: DownloadID, _ client: DownloadClient
    ) throws(DownloadClientError) -> DownloadsState.Report.Outcome {
        let answer = try client.call(.play, [.string(id.text)])
        let isRoom = answer["kind"]?.text.flatMap(DownloadKind.init(rawValue:)) == .room
        if let path = answer["path"]?.text {
            return isRoom ? .enters(id: id, location: path) : .opens(id: id, location: path)
        }
        guard let address = answer["uri"]?.text else { return .failed(tr("Nothing to play yet")) }
        if isRoom { return .enters(id: id, location: address) }
        if let part = answer["part"]?.text, let journal = answer["journal"]?.text {
            let mode = answer["mode"]?.text.flatMap(DownloadMode.init(rawValue:)) ?? .plain
            host.access.setPartial(PartialFile(part: part, journal: journal, mode: mode), of: address)
        }
        return .opens(id: id, location: address)
    }
}

extension DownloadsState {
    fileprivate var running: [DownloadID] {
        entries.lazy.filter { $0.label == .downloading }.prefix(Self.mostAtHome).map(\.id)
    }

    private static var mostAtHome: Int { 8 }
}
