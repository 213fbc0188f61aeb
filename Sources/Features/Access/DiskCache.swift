import ByteCaches
import PlayCore
import Storage

/// The disk cache, opened when something is first stored. Any thread.
final class DiskCache: Sendable {
    private let settings: CacheSettings
    private let folder: String?
    let holdsAhead: Bool
    private let cache = Monitor<ByteCache?>(nil)

    init(_ settings: AccessSettings) {
        self.settings = settings.cache
        folder = settings.cacheFolder
        holdsAhead = settings.cache.isLargeCacheActive(maximumBuffer: settings.maximumBuffer, isItemCached: true)
    }

    var isOn: Bool { settings.isOn }

    func open() -> ByteCache? {
        guard settings.isOn, let folder = folder ?? CacheFolder.standardPath() else { return nil }
        return cache.withLock { cache in
            let open = cache ?? ByteCache(folder: folder, settings: settings)
            cache = open
            return open
        }
    }

    /// Returns the new notices for the viewer, each once and already cleaned.
    func takeNotices() -> [String] {
        (cache.withLock { $0 }?.takeNotices() ?? []).map { notice in
            switch notice {
            case .unavailable(let error): tr("Cache off: %1", SafeText.phrase(error.text))
            case .stopped(let error): tr("No longer caching this item: %1", SafeText.phrase(error.text))
            }
        }
    }

    /// Call after releasing all sources that use the cache.
    func close() {
        let open = cache.withLock { cache in
            defer { cache = nil }
            return cache
        }
        open?.close()
    }
}
