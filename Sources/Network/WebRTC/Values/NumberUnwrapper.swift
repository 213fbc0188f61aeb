/// Unwraps sequence numbers (16 bits) and timestamps (32 bits).
struct NumberUnwrapper: Sendable {
    private let period: Int64
    private var newest: Int64?

    init(bits: Int) { period = 1 << Int64(bits) }

    /// Returns the number nearest to the previous one. The first is unchanged.
    mutating func unwrap(_ number: some FixedWidthInteger & UnsignedInteger) -> Int64 {
        let number = Int64(number) % period
        guard let newest else {
            self.newest = number
            return number
        }
        var distance = (number - newest) % period
        if distance < -period / 2 { distance += period }
        if distance >= period / 2 { distance -= period }
        let unwrapped = newest + distance
        if unwrapped > newest { self.newest = unwrapped }
        return unwrapped
    }
}
