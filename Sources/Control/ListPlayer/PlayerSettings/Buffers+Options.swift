package import Options
import PlayCore
import Playback
package import PlaybackModel

extension BufferRules {
    /// Adjusts defaults to explicit options.
    package init(_ options: PlayerOptions) throws(StartError) {
        let standard = Self.standard
        let maximum = options.bufferMaximum ?? max(standard.maximum, options.bufferHigh ?? .zero)
        let high = options.bufferHigh ?? min(max(standard.high, options.bufferStart ?? .zero), maximum)
        do {
            try self.init(
                start: options.bufferStart ?? min(standard.start, high), high: high, maximum: maximum,
                maximumDelay: options.liveMaximumDelay)
        } catch {
            switch error {
            case .wrongOrder(let lesser, let greater):
                throw StartError(message: tr("--%1 must not be less than --%2.", greater.rawValue, lesser.rawValue))
            case .negative(let key): throw StartError(message: tr("--%1 must not be negative.", key.rawValue))
            }
        }
    }
}

extension BufferOptimizer {
    package init(_ options: PlayerOptions) throws(StartError) {
        let maximum = options.bufferMaximum ?? max(Self.standard.maximum, options.bufferMinimum)
        guard
            let optimizer = Self(
                method: options.bufferGrows ? .grows : .none, minimum: options.bufferMinimum, maximum: maximum)
        else { throw StartError(message: tr("--buffer-max must not be less than --buffer-min.")) }
        self = optimizer
    }
}
