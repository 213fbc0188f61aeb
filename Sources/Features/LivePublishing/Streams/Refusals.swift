/// Whether a server means its no: one that starts again, or whose keeper does, refuses for a moment too. A value.
struct Refusals: Sendable, Equatable {
    /// In a row: 3.5 s with the waits between them.
    static let final = 4
    private var count = 0

    /// - Parameter isRefusal: false: the connection failed otherwise.
    mutating func note(_ isRefusal: Bool) { count = isRefusal ? count + 1 : 0 }

    var areFinal: Bool { count >= Self.final }
}
