import Addresses
import DownloadClient
import DownloadModel
import Encoding
import Glibc
import Options
import PlayCore

/// `tvplay cache load`, `queue`, `cancel`: the daemon preloads the beginning of addresses, listed beside downloads.
struct CacheLoading {
    private let command: CacheCommand
    private let options: PlayerOptions
    private let start: DownloadStart

    init(_ command: CacheCommand, _ parsed: ParsedOptions, _ resources: ResourceLocator) {
        self.command = command
        options = parsed.options
        start = DownloadStart(
            resources, arguments: DaemonArguments.words(parsed.typed),
            requestOptions: DaemonArguments.requestOptions(parsed.typed))
    }

    func run() -> ExitCode {
        guard let places = DownloadPlaces.ofThisUser() else { return DownloadProgram.fail(.noPlace) }
        do throws(DownloadClientError) {
            let client = try start.connect(places, account: options.downloads.account)
            switch command.action {
            case .load(let load): return try run(load, client)
            case .cancel(let words): return try cancel(words, client)
            default:
                return DownloadProgram.write(command.isJSON ? lines(try rows(client)) : Self.table(try rows(client)))
            }
        } catch {
            return DownloadProgram.fail(error)
        }
    }

    /// Empty without a daemon, which a query does not start.
    var known: [JSONValue] {
        guard let places = DownloadPlaces.ofThisUser() else { return [] }
        do throws(DownloadClientError) {
            guard let client = try start.connectToRunning(places, account: options.downloads.account) else { return [] }
            return try rows(client)
        } catch {
            DownloadProgram.complain(error.message)
            return []
        }
    }

    private func rows(_ client: DownloadClient) throws(DownloadClientError) -> [JSONValue] {
        (try client.call(.list)["items"]?.items ?? []).filter { $0[.ahead] != nil }
    }

    private func lines(_ rows: [JSONValue]) -> String { rows.map(DownloadText.line).joined() }

    static func table(_ rows: [JSONValue]) -> String {
        let cells = rows.compactMap { DownloadRecord($0) }.map { row in
            [
                row.id.text, DownloadText.clean(DownloadWords.state(row)),
                "\(Int((row.figures.fraction * 100).rounded(.down)))%", row.ahead.map(DownloadWords.length) ?? "-",
                DownloadText.named(DownloadText.clean(row.reference), row),
            ]
        }
        return TextTable.text(cells, titles: [tr("ID"), tr("State"), tr("Done"), tr("Length"), tr("Address")])
    }

    // MARK: Adding

    private func run(_ load: CacheLoad, _ client: DownloadClient) throws(DownloadClientError) -> ExitCode {
        let length = load.length ?? options.preloading.amount
        guard length > .zero else {
            DownloadProgram.complain(tr("Nothing to load: set --length."))
            return .startFailed
        }
        let settings = JSONValue.object([
            "ahead": .number(length.inSeconds), "metered": load.allowsMetered ? .flag(true) : nil,
            "request-options": start.requestMember,
        ])
        var tally = DownloadTally()
        var (ids, text): ([String], String) = ([], "")
        let calls = load.addresses.map { DownloadClient.Call(.addUri, [.list([.string($0)]), settings]) }
        for (word, answer) in zip(load.addresses, try client.batch(calls)) {
            let address = Address(word)?.withoutSecrets ?? word
            switch answer {
            case .success(let id):
                ids.append(id.text ?? "")
                text +=
                    command.isJSON
                    ? DownloadText.line(.object(["gid": id, "reference": .string(address)]))
                    : isatty(STDOUT_FILENO) == 1
                        ? tr("Loading into the cache: %1 (ID %2)", DownloadText.clean(address), id.text ?? "") + "\n"
                        : (id.text ?? "") + "\t" + DownloadText.clean(address) + "\n"
                tally.done += 1
            case .failure(.refused(let problem)) where problem.code == .duplicate:
                DownloadProgram.complain(
                    tr("%1: already in the list as %2", DownloadText.clean(address), problem.detail))
                ids.append(problem.detail)
                tally.done += 1
            case .failure(let error):
                DownloadProgram.complain(tr("%1: %2", DownloadText.clean(address), error.message))
                tally.failed += 1
            }
        }
        let written = DownloadProgram.write(text)
        guard load.waits, written == .success else { return written == .success ? tally.exitCode : written }
        let failed = try DownloadWatch(isJSON: command.isJSON).wait(for: ids, client).failed
        tally.failed += failed
        tally.done -= failed
        return tally.exitCode
    }

    // MARK: Cancelling

    private func cancel(_ words: [String]?, _ client: DownloadClient) throws(DownloadClientError) -> ExitCode {
        let records = try rows(client).compactMap { DownloadRecord($0) }
        var tally = DownloadTally()
        var ids: [String] = []
        for word in words ?? [] {
            let address = Address(word)?.withoutSecrets
            let found = records.filter { $0.id.text.hasPrefix(word) || (address != nil && $0.reference == address) }
            if found.isEmpty {
                DownloadProgram.complain(
                    tr("%1: not in the loading queue (see tvplay cache queue)", DownloadText.clean(word)))
                tally.failed += 1
            }
            ids += found.map(\.id.text)
        }
        if words == nil { ids = records.filter { !$0.isOver }.map(\.id.text) }
        for (id, answer) in zip(ids, try client.batch(ids.map { DownloadClient.Call(.cancel, [.string($0)]) })) {
            switch answer {
            case .success(let value):
                tally.done += 1
                if command.isJSON { _ = DownloadProgram.write(DownloadText.line(value)) }
            case .failure(let error):
                tally.failed += 1
                DownloadProgram.complain(tr("%1: %2", id, error.message))
            }
        }
        return tally.exitCode
    }
}
