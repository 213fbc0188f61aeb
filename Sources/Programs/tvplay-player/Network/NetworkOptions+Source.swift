import Adaptation
import Options

extension MultiRateMode {
    init(_ mode: NetworkOptions.StartMode) {
        switch mode {
        case .default: self = .standard
        case .firstFrame: self = .firstFrame
        case .both: self = .firstFrameAndSmooth
        case .smooth: self = .smooth
        }
    }
}

extension ParsedOptions {
    /// ADV-54: the run's; on when an item asks for it.
    var cacheOfAnyItem: CacheOptions {
        var cache = options.cache
        cache.isOn = cache.isOn || items.contains { $0.options.cache.isOn }
        return cache
    }
}
