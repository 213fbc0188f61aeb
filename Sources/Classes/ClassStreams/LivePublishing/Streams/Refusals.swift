/// Decides when a server's refusal is final. A server or keeper that restarts also refuses for a moment.
struct Refusals: Sendable, Equatable {
    /// Number of consecutive refusals, which take 3.5 s with the pauses between them.
    static let final = 4
    private var count = 0

    mutating func note(_ isRefusal: Bool) { count = isRefusal ? count + 1 : 0 }

    var areFinal: Bool { count >= Self.final }
}
