package enum ByteCountText {
    private static let units: [(size: Double, name: String)] = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")]

    /// Returns a limit as options write it (`20 GiB`) if that is a whole number below 10,000, else ``text(_:)``.
    package static func limit(_ count: Int64) -> String {
        for (shift, name) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")] where count >= 1 << shift {
            if count & (1 << shift - 1) == 0, count >> shift < 10_000 { return "\(count >> shift) \(name)" }
        }
        return text(count)
    }

    /// Returns `812 B`, `12.3 kB`, `4.8 MB`: powers of 1000, the same in every language. Negative counts become 0.
    package static func text(_ count: Int64) -> String {
        // A count that rounds to 1000.0 belongs to the next unit.
        guard let unit = units.first(where: { Double(count) >= $0.size * 0.99995 && count >= 1000 }) else {
            return "\(max(0, count)) B"
        }
        let tenths = Int((Double(count) / unit.size * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit.name)"
    }
}
