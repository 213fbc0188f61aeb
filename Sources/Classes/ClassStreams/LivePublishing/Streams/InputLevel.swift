import Foundation

/// The level of captured sound: 0 to 1 for −60 to 0 dB of full scale. It falls by half the scale per second.
package struct InputLevel: Sendable, Equatable {
    private static let range = 60.0
    private static let fallPerSecond = 0.5

    package private(set) var value = 0.0

    package init() {}

    /// `peak` is the largest absolute sample, where 1 is full scale. `seconds` is the time since the last call.
    package mutating func note(peak: Float, after seconds: Double) {
        let loud = peak > 0 ? 1 + 20 * log10(Double(peak)) / Self.range : 0
        value = min(1, max(0, loud, value - Self.fallPerSecond * seconds))
    }

    /// 0 to 10. Smaller changes are not shown.
    package var step: Int { Int((value * 10).rounded()) }
}
