/// When a stream that does not come over UDP goes over TCP: at once where it never came, and where it broke after it could
/// not be begun anew. A value.
struct DatagramTrial: Sendable, Equatable {
    /// Tries after a break while nobody sends: a sender whose line was cut comes back within some of them.
    private static let tries = 2

    /// There is nothing else to go to.
    private let isAlone: Bool
    /// It came since the last failure.
    private var hasCome = false
    private var left = 0

    init(isAlone: Bool) { self.isAlone = isAlone }

    mutating func succeeded() { (hasCome, left) = (true, Self.tries) }

    /// Whether UDP is tried again.
    mutating func goesOn(after failure: LinkFailure) -> Bool {
        defer { hasCome = false }
        if isAlone || hasCome { return true }
        guard failure == .absent, left > 0 else { return false }
        left -= 1
        return true
    }
}
