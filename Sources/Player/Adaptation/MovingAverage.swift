import Glibc

/// An exponentially weighted mean that is right from the first value on: the weight that is still missing is divided
/// out. Pure.
struct MovingAverage: Sendable {
    /// Weight after which half of the mean is new; more than zero.
    let halfLife: Double
    private var sum = 0.0
    /// 0 … 1: how much of the mean is filled with values.
    private var filled = 0.0

    init(halfLife: Double) { self.halfLife = halfLife }

    mutating func add(_ value: Double, weight: Double) {
        let kept = halved(weight / halfLife)
        sum = sum * kept + value * (1 - kept)
        filled = filled * kept + (1 - kept)
    }

    /// Lets what was added count for less against what will be, without changing the mean.
    mutating func fade(to share: Double) {
        sum *= share
        filled *= share
    }

    /// Zero while nothing was added.
    var value: Double { filled > 0 ? sum / filled : 0 }
}

/// One half to the power of `halvings`.
func halved(_ halvings: Double) -> Double { exp2(-halvings) }
