package import Access
import ByteCaches
import DownloadClient
import OptionSettings
package import Options
import PlayCore
import PlaybackModel
import Transport

extension AccessSettings {
    /// From the whole run's options. Uses the disk only if the cache is on.
    package init(_ options: PlayerOptions, cache: CacheOptions = CacheOptions()) {
        let network = options.network
        self.init(http: HTTPSettings(network))
        preconnect = network.preconnect
        preresolve = network.preresolve
        lowLatencyTimeout = network.timeout
        lowLatencyFallback = network.fallbackURL.map { .address($0) } ?? (network.fallsBack ? .usual : .none)
        definitions = options.definitions
        wantsPicture = options.videoTrack != .none
        fetchesFullSize = network.fetchesFullSize
        startBandwidth = network.defaultBandwidth.map { Int($0) }
        startMode = MultiRateMode(network.startMode)
        self.cache = CacheSettings(cache)
        cacheFolder = cache.folder
        maximumBuffer = options.bufferMaximum ?? max(BufferRules.standard.maximum, options.bufferHigh ?? .zero)
        downloadKey = options.downloads.keyPlace(standard: DownloadPlaces.ofThisUser()?.keyFile)
    }
}

extension MultiRateMode {
    fileprivate init(_ mode: NetworkOptions.StartMode) {
        switch mode {
        case .default: self = .standard
        case .firstFrame: self = .firstFrame
        case .both: self = .firstFrameAndSmooth
        case .smooth: self = .smooth
        }
    }
}

extension ParsedOptions {
    /// The run's cache options. On if any item's are.
    package var cacheOfAnyItem: CacheOptions {
        var cache = options.cache
        cache.isOn = cache.isOn || items.contains { $0.options.cache.isOn }
        return cache
    }
}
