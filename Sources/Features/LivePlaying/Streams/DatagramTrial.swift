/// When a stream that does not come over UDP goes over TCP: at once where it never came, and where it broke after it could
/// not be begun anew. A value.
struct DatagramTrial: Sendable, Equatable {
    /// Tries after a break while nobody sends: a sender whose line was cut is soon back.
    private static let tries = 1

    /// There is nothing else to go to.
    private let isAlone: Bool
    private var left = 0
    /// Why it does not come, since it came last.
    private(set) var reason: LinkFailure?

    init(isAlone: Bool) { self.isAlone = isAlone }

    mutating func succeeded() { (left, reason) = (Self.tries, nil) }

    /// Whether UDP is tried again.
    ///
    /// - Parameter hasCome: it came until now.
    mutating func continues(after failure: LinkFailure, hasCome: Bool) -> Bool {
        // What follows a break is its consequence.
        reason = reason ?? failure
        if isAlone || hasCome { return true }
        guard failure == .absent, left > 0 else { return false }
        left -= 1
        return true
    }
}
