import Access
import ByteCaches
import CPlatform
import DownloadModel
import Encoding
import Glibc
import ListPlayer
import Options
import PlayCore
import PlayerScreen
import Playlists
import Transport

/// Preloads the beginning of an address for the downloads daemon: reads an ``AheadPlan``, reports its progress, and
/// continues after each answer, so that limits apply. Without an answer the daemon has ended, and it exits.
enum AheadProgram {
    private static let planLimit = 1 << 20
    /// The smallest reported progress, as a share and in bytes.
    private static let (leastShare, leastBytes) = (0.01, Int64(64 << 10))

    /// Returns the exit status, or `nil` if `arguments`, without the program's name, are for something else.
    static func run(_ arguments: [String]) -> Int32? {
        guard arguments.count >= 2, arguments[0] == AheadPlan.programWord else { return nil }
        // Yields the processor to playback.
        _ = nice(10)
        Localization.start(localeDirectory: ResourceLocator().localeDirectory)
        do {
            let bytes = try WholeFile.read(arguments[1], limit: planLimit)
            guard let plan = AheadPlan(try JSONValue(document: bytes)) else { throw DownloadProblem(.unreadable) }
            let words = Array(arguments.dropFirst(2))
            let common = try OptionParser.parse(words, places: .ofThisUser).options
            var options = try OptionParser.parse(
                words + plan.requestOptions.map { "--" + $0 }, places: .ofThisUser
            ).options
            // The plan's fields belong to its address.
            var entry = EntryAddress(plan.address)
            for field in options.network.headerFields where !common.network.headerFields.contains(field) {
                if let header = HTTPHeader(line: field) { entry.set(header.name, header.value) }
            }
            options.network.headerFields.removeAll { !common.network.headerFields.contains($0) }
            say(load(entry.text, plan.amount, options))
            return 0
        } catch {
            say(.failed(DownloadProblem(.unreadable, detail: "\(error)")))
            return 1
        }
    }

    private static func load(_ location: String, _ amount: MediaTime, _ options: PlayerOptions) -> AheadNews {
        // The request implies the cache.
        var cache = options.cache
        cache.isOn = true
        let access = SourceAccess(options, cache: cache, isWatched: false, openers: classProduct?.openers ?? [])
        defer { access.close() }
        var told: (share: Double, bytes: Int64)?
        do throws(ByteSourceError) {
            let source = try access.openPreload(location, cancel: CancelToken())
            let isLoaded = try source.preload(amount) { share in
                let bytes = access.receivedByteCount
                if let told, share - told.share < leastShare, bytes - told.bytes < leastBytes { return true }
                told = (share, bytes)
                say(.progress(share, bytes: bytes))
                return isAnswered
            }
            return isLoaded ? .loaded(bytes: access.receivedByteCount) : .failed(DownloadProblem(.notCacheable))
        } catch {
            return .failed(error.code == .notPermitted ? DownloadProblem(.notCacheable) : DownloadProblem(error))
        }
    }

    private static var isAnswered: Bool {
        var byte: UInt8 = 0
        return read(0, &byte, 1) == 1
    }

    private static func say(_ news: AheadNews) {
        let line = news.json.bytes + [UInt8(ascii: "\n")]
        guard write(1, line, line.count) == line.count else { exit(1) }
    }
}
