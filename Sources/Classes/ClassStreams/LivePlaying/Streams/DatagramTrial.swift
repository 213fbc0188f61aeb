/// Decides when to fall back from UDP to TCP: at once if nothing has ever arrived over UDP, after a retry if it broke.
struct DatagramTrial: Sendable, Equatable {
    /// The retries after a break while the stream is not sent. A sender whose connection broke returns soon.
    private static let tries = 1

    /// Whether there is no TCP link to fall back to.
    private let isAlone: Bool
    private var left = 0
    private(set) var reason: LinkFailure?

    init(isAlone: Bool) { self.isAlone = isAlone }

    mutating func succeeded() { (left, reason) = (Self.tries, nil) }

    /// Whether UDP is retried. `hasCome` says whether the stream arrived before this failure.
    mutating func continues(after failure: LinkFailure, hasCome: Bool) -> Bool {
        // Failures after a break are its consequences, so the first reason counts.
        reason = reason ?? failure
        if isAlone || hasCome { return true }
        guard failure == .absent, left > 0 else { return false }
        left -= 1
        return true
    }
}
