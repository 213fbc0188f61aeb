import Glibc

/// An exponentially weighted mean that is right from the first value on: the missing weight is divided out.
struct MovingAverage: Sendable {
    /// The weight after which half of the mean is new; more than zero.
    let halfLife: Double
    private var sum = 0.0
    /// The share of the mean that values have filled, 0 … 1.
    private var filled = 0.0

    init(halfLife: Double) { self.halfLife = halfLife }

    mutating func add(_ value: Double, weight: Double) {
        let kept = halved(weight / halfLife)
        sum = sum * kept + value * (1 - kept)
        filled = filled * kept + (1 - kept)
    }

    /// Lowers the weight of earlier values without changing the mean.
    mutating func fade(to share: Double) {
        sum *= share
        filled *= share
    }

    var value: Double { filled > 0 ? sum / filled : 0 }
}

func halved(_ halvings: Double) -> Double { exp2(-halvings) }
