import Glibc

/// Numbers that look random and are the same in every run: the minimal standard generator of Park and Miller.
struct TraceNoise {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed % 2_147_483_646) + 1 }

    /// Returns a number in 0 … 1, both excluded.
    mutating func uniform() -> Double {
        state = state * 48_271 % 2_147_483_647
        return Double(state) / 2_147_483_647
    }

    /// Returns a number with mean 0 and deviation 1 (Box and Muller).
    mutating func normal() -> Double {
        let radius = (-2 * log(uniform())).squareRoot()
        return radius * cos(2 * .pi * uniform())
    }
}
