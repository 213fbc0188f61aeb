/// Decides when a server's refusal is final. A restarting server or keeper also refuses for a moment.
struct Refusals: Sendable, Equatable {
    /// Consecutive refusals. With the pauses between, they take 3.5 s.
    static let final = 4
    private var count = 0

    mutating func note(_ isRefusal: Bool) { count = isRefusal ? count + 1 : 0 }

    var areFinal: Bool { count >= Self.final }
}
