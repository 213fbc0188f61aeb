import Access
import ByteCaches
import Cells
import Glibc
import Localization
import Options
import PlayCore
import PlayerSettings
import Playlists
import Text

/// `tvplay preload`: puts the beginning of videos at addresses into the cache.
enum PreloadProgram {
    /// Tells of each what became of it.
    /// - Returns: success, or as `probe` has it: 2 when none could be loaded, 3 when some could not.
    static func run(_ parsed: ParsedOptions) -> ExitCode {
        // Whoever asks for it wants a cache.
        var cache = parsed.options.cache
        cache.isOn = true
        let access = SourceAccess(parsed.options, cache: cache)
        defer { access.close() }
        var failures = 0
        for item in parsed.items {
            let name = SafeText.clean(AddressText.shown(item.path))
            var progress = ProgressLine(name)
            do throws(ByteSourceError) {
                let source = try access.openPreload(item.path, cancel: CancelToken())
                let isLoaded = try source.preload(parsed.options.preloading.amount) { share in
                    progress.show(share)
                    return true
                }
                progress.clear()
                guard isLoaded else {
                    throw ByteSourceError(.notPermitted, operation: "preload", context: name)
                }
                print(tr("In the cache: %1", name))
            } catch {
                progress.clear()
                failures += 1
                let reason =
                    error.code == .notPermitted ? tr("this content cannot be cached") : SafeText.clean(error.reason)
                PlayerProgram.writeError("tvplay: " + name + ": " + reason + "\n")
            }
            for notice in access.takeNotices() { PlayerProgram.writeError("tvplay: " + notice + "\n") }
        }
        if failures == 0 { return .success }
        return failures == parsed.items.count ? .playFailed : .playPartlyFailed
    }
}

/// How far loading is, in a line of a terminal that is written over; nothing where there is none.
private struct ProgressLine {
    private let name: String
    private let isTerminal = isatty(1) == 1
    private var percent: Int?

    init(_ name: String) { self.name = name }

    /// - Parameter share: 0 … 1.
    mutating func show(_ share: Double) {
        let new = Int(share * 100)
        guard isTerminal, new != percent else { return }
        percent = new
        write("\r" + tr("Loading %1: %2 %", name, "\(new)") + "\u{1B}[K")
    }

    mutating func clear() {
        guard percent != nil else { return }
        percent = nil
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }
}
