/// The distribution of the cells' errors, which yields the cost of a frame for any λ.
struct ErrorHistogram {
    /// Four bins for each octave, for errors up to 2²⁷.
    static let binCount = 112
    /// The units of a cell that has to be written in full, and of one that keeps the colour of its left neighbour.
    static let fullUnits: Int32 = 8
    static let flatUnits: Int32 = 1

    /// Cells that must become picture, but show something else. They are written at any λ.
    private(set) var foreignCount = 0

    private var bins: InlineArray<112, Int32> = .init(repeating: 0)
    /// The units in and above each bin, after ``settle()``.
    private var above: InlineArray<113, Double> = .init(repeating: 0)

    mutating func clear() {
        bins = .init(repeating: 0)
        foreignCount = 0
    }

    @inline(__always)
    mutating func addForeign() { foreignCount &+= 1 }

    @inline(__always)
    mutating func add(_ error: UInt32, isFlat: Bool) {
        bins[Self.bin(error)] &+= isFlat ? Self.flatUnits : Self.fullUnits
    }

    mutating func settle() {
        above[Self.binCount] = 0
        for bin in (0..<Self.binCount).reversed() { above[bin] = above[bin + 1] + Double(bins[bin]) }
    }

    /// Treats errors within a bin as evenly spread.
    func units(above error: Double) -> Double {
        let bin = Self.bin(UInt32(clamping: Int(error)))
        guard bin + 1 < Self.binCount else { return above[bin] }
        let (low, high) = (Double(Self.lowest(bin)), Double(Self.lowest(bin + 1)))
        let share = high > low ? min(1, max(0, (high - error) / (high - low))) : 0
        return above[bin + 1] + (above[bin] - above[bin + 1]) * share
    }

    @inline(__always)
    static func bin(_ error: UInt32) -> Int {
        guard error > 7 else { return Int(error) }
        let octave = 31 &- error.leadingZeroBitCount
        return min(binCount &- 1, octave &* 4 &- 4 &+ Int(error &>> UInt32(octave &- 2) & 3))
    }

    static func lowest(_ bin: Int) -> Int {
        bin < 8 ? bin : (4 + bin % 4) << (bin / 4 - 1)
    }
}
