import ByteCaches
import Localization
import PlayCore
import Storage
import Text

/// The cache on the disk, opened when something is kept for the first time. Any thread.
final class DiskCache: Sendable {
    private let settings: CacheSettings
    private let folder: String?
    /// What is read ahead of what is kept lies on the disk.
    let holdsAhead: Bool
    private let cache = Monitor<ByteCache?>(nil)

    init(_ settings: AccessSettings) {
        self.settings = settings.cache
        folder = settings.cacheFolder
        holdsAhead = settings.cache.isLargeCacheActive(maximumBuffer: settings.maximumBuffer, isItemCached: true)
    }

    var isOn: Bool { settings.isOn }

    /// Nil: none is wanted, or it has no place.
    func open() -> ByteCache? {
        guard settings.isOn, let folder = folder ?? CacheFolder.standardPath() else { return nil }
        return cache.withLock { cache in
            let open = cache ?? ByteCache(folder: folder, settings: settings)
            cache = open
            return open
        }
    }

    /// What the viewer should know, each once; cleaned.
    func takeNotices() -> [String] {
        (cache.withLock { $0 }?.takeNotices() ?? []).map { notice in
            switch notice {
            case .unavailable(let error): tr("Cache off: %1", SafeText.phrase(error.text))
            case .stopped(let error): tr("No longer caching this item: %1", SafeText.phrase(error.text))
            }
        }
    }

    /// Everything that was opened with it has gone.
    func close() {
        let open = cache.withLock { cache in
            defer { cache = nil }
            return cache
        }
        open?.close()
    }
}
