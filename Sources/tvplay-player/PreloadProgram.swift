import ByteCaches
import Cells
import Localization
import Options
import PlayCore

/// ADV-61: `tvplay preload`: puts the beginning of videos at addresses into the cache.
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
            let name = SafeText.clean(SourceAccess.shown(item.path))
            do throws(ByteSourceError) {
                let source = try access.openPreload(item.path, cancel: CancelToken())
                guard try source.preload(parsed.options.preloading.amount, goesOn: { true }) else {
                    throw ByteSourceError(.notPermitted, operation: "preload", context: name)
                }
                print(tr("In the cache: %1", name))
            } catch {
                failures += 1
                let reason = error.code == .notPermitted ? tr("this cannot be kept") : SafeText.clean(error.reason)
                PlayerProgram.writeError("tvplay: " + name + ": " + reason + "\n")
            }
            for notice in access.takeNotices() { PlayerProgram.writeError("tvplay: " + notice + "\n") }
        }
        if failures == 0 { return .success }
        return failures == parsed.items.count ? .playFailed : .playPartlyFailed
    }
}
