/// Numbers of bytes as people read them.
package enum ByteCountText {
    private static let units = ["KiB", "MiB", "GiB", "TiB"]

    /// `512 B`, `1.4 GiB`: one decimal below a hundred, the same in every language.
    package static func text(_ bytes: Int64) -> String {
        guard bytes >= 1024 else { return "\(bytes) B" }
        var value = Double(bytes) / 1024
        var unit = 0
        // What would be rounded to 1024 is one of the next unit.
        while value >= 1023.5, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        let number = tenths >= 1000 ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
        return number + " " + units[unit]
    }
}
