import CPlatform
import DownloadClient
import Downloads
import Encoding
import Localization
import PlayCore
import TUI

/// Where the daemon is, and who is told what its downloads are opened as. A value.
struct DownloadHost: Sendable {
    let start: DownloadStart
    let places: DownloadPlaces?
    /// DL-05.
    let account: String
    let access: SourceAccess
}

/// The connection to the daemon, and what is asked over it. Blocks; one thread.
final class DownloadLink {
    private let desk: DownloadHost
    private var client: DownloadClient?
    /// Of the list that ``DownloadFacts`` has; nil: none was read.
    private var version: Int64?
    private var reportCount = 0

    init(_ desk: DownloadHost) { self.desk = desk }

    private func connected() throws(DownloadClientError) -> DownloadClient {
        if let client { return client }
        guard let places = desk.places else { throw .noPlace }
        let new = try desk.start.connect(places, account: desk.account)
        client = new
        version = nil
        return new
    }

    /// What a failure leaves behind is not trusted.
    private func drop(_ error: DownloadClientError) {
        if case .refused = error { return }
        client = nil
    }

    // MARK: Looking

    private static let figureKeys = JSONValue.list(
        ["gid", "completedLength", "totalLength", "downloadSpeed", "fraction"].map(JSONValue.string))

    /// DL-21: the figures of those in view, and the list where it is another one.
    func look(_ ids: [String], _ facts: inout DownloadFacts) {
        do throws(DownloadClientError) {
            let client = try connected()
            // No rows: only what stands beside them.
            let answers = try client.batch([
                DownloadClient.Call("tvplay.list", [.integer(0), .integer(0)]),
                DownloadClient.Call("tvplay.tell", [.list(ids.map(JSONValue.string)), Self.figureKeys]),
            ])
            let head = try answers[0].get()
            facts.bytesPerSecond = head["downloadSpeed"]?.wholeNumber ?? 0
            facts.isRefreshing = head["refreshing"]?.flag ?? false
            if version == nil || head["version"]?.wholeNumber != version { try read(client, &facts) }
            facts.figures = Self.figures(try answers[1].get())
            facts.phase = .ready
        } catch {
            drop(error)
            facts.phase = .failed(error.message)
        }
    }

    private func read(_ client: DownloadClient, _ facts: inout DownloadFacts) throws(DownloadClientError) {
        let list = try client.call("tvplay.list")
        version = list["version"]?.wholeNumber
        facts.entries = (list["items"]?.items ?? []).compactMap { DownloadEntry($0) }
        facts.listNumber += 1
        facts.freeBytes = facts.entries.last.flatMap { Self.freeBytes($0.folder) }
    }

    private static func figures(_ answer: JSONValue) -> [String: DownloadFigures] {
        let pairs = (answer.items ?? []).compactMap { row in
            row["gid"]?.text.map { ($0, DownloadFigures(row)) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// Of the file system of a folder, which need not be there yet; nil: unknown.
    private static func freeBytes(_ folder: String) -> Int64? {
        let bytes = ByteText.withCString(folder) { tv_free_bytes($0) }
        return bytes < 0 ? nil : Int64(bytes)
    }

    // MARK: Orders

    func perform(_ order: DownloadOrder, _ facts: inout DownloadFacts) {
        let outcome: DownloadFacts.Report.Outcome?
        do throws(DownloadClientError) {
            outcome = try send(order, try connected())
        } catch {
            drop(error)
            outcome = Self.outcome(of: error, order)
        }
        guard let outcome else { return }
        reportCount += 1
        facts.report = DownloadFacts.Report(number: reportCount, outcome)
    }

    private static func outcome(
        of error: DownloadClientError, _ order: DownloadOrder
    ) -> DownloadFacts.Report.Outcome {
        guard case .refused(let problem) = error else { return .failed(error.message) }
        switch (DownloadProblem.Code(rawValue: problem.code), order) {
        case (.duplicate?, .add): return .duplicate(problem.detail)
        case (.fileLost?, .play(let id)): return .lost(id)
        default: return .failed(error.message)
        }
    }

    /// - Returns: what there is to tell; nil: the list says it.
    private func send(
        _ order: DownloadOrder, _ client: DownloadClient
    ) throws(DownloadClientError) -> DownloadFacts.Report.Outcome? {
        switch order {
        case .add(let reference, let title, let definition):
            let options = JSONValue.object([
                "title": title.map(JSONValue.string), "definition": definition.map { .list([.string($0)]) },
            ])
            let id = try client.call("aria2.addUri", [.list([.string(reference)]), options])
            return .added(id.text ?? "")
        case .play(let id): return try play(id, client)
        case .pause(let id): _ = try client.call("aria2.pause", [.string(id)])
        case .resume(let id): _ = try client.call("aria2.unpause", [.string(id)])
        case .retry(let id): _ = try client.call("tvplay.retry", [.string(id)])
        case .pauseAll: _ = try client.call("aria2.pauseAll")
        case .resumeAll: _ = try client.call("aria2.unpauseAll")
        case .retryAll: _ = try client.call("tvplay.retryAll")
        case .remove(let id): _ = try client.call("aria2.remove", [.string(id)])
        case .setPriority(let id, let priority):
            _ = try client.call("aria2.changeOption", [.string(id), .object(["priority": .number(priority)])])
        case .setLimit(let id, let limit):
            let options = JSONValue.object(["max-download-limit": .integer(limit ?? 0)])
            _ = try client.call("aria2.changeOption", [.string(id), options])
        case .move(let id, let place):
            _ = try client.call(
                "aria2.changePosition", [.string(id), .integer(Int64(place)), .string("POS_SET")])
        }
        return nil
    }

    /// DL-27: a file that is half there plays at its address, and its bytes come from the disk where they are there.
    private func play(
        _ id: String, _ client: DownloadClient
    ) throws(DownloadClientError) -> DownloadFacts.Report.Outcome {
        let answer = try client.call("tvplay.play", [.string(id)])
        let isRoom = answer["kind"]?.text.flatMap(DownloadKind.init(rawValue:)) == .room
        if let path = answer["path"]?.text {
            return isRoom ? .enters(id: id, location: path) : .opens(id: id, location: path)
        }
        guard let address = answer["uri"]?.text else { return .failed(tr("There is nothing of it to play yet")) }
        if isRoom { return .enters(id: id, location: address) }
        if let part = answer["part"]?.text, let journal = answer["journal"]?.text {
            let mode = answer["mode"]?.text.flatMap(DownloadMode.init(rawValue:)) ?? .plain
            desk.access.setPartial(PartialFile(part: part, journal: journal, mode: mode), of: address)
        }
        return .opens(id: id, location: address)
    }
}
