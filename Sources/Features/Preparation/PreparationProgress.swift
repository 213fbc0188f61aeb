package import PlayCore

package struct PreparationProgress: Sendable, Equatable {
    private let costs: [Double]
    /// The shares by film, 0 … 1.
    private var shares: [Double]
    package private(set) var index = 0
    private var name = ""
    private let start: HostTime
    /// The cost of work done before the start, and of the rest of failed films.
    private var given: Double

    package init(_ films: [(info: FilmInfo, done: Double)], at now: HostTime) {
        costs = films.map {
            max(1, $0.info.duration.inSeconds) * Double(max(1, $0.info.width * $0.info.height))
        }
        shares = films.map(\.done)
        start = now
        given = zip(costs, shares).reduce(0) { $0 + $1.0 * $1.1 }
    }

    package var count: Int { costs.count }

    /// - Parameter name: unverified text.
    package mutating func begin(_ index: Int, name: String) {
        (self.index, self.name) = (index, name)
    }

    /// - Parameter share: of the current film, 0 … 1.
    package mutating func advance(to share: Double) {
        guard shares.indices.contains(index), share.isFinite else { return }
        shares[index] = min(1, max(shares[index], share))
    }

    /// Counts the current film as finished, successful or not.
    package mutating func end() {
        guard shares.indices.contains(index) else { return }
        given += (1 - shares[index]) * costs[index]
        shares[index] = 1
    }

    /// The share of the current film, 0 … 1.
    package var share: Double { shares.indices.contains(index) ? shares[index] : 0 }

    package func timeLeft(at now: HostTime) -> MediaTime? {
        let done = zip(costs, shares).reduce(0) { $0 + $1.0 * $1.1 } - given
        let left = zip(costs, shares).reduce(0) { $0 + $1.0 * (1 - $1.1) }
        let elapsed = (now - start).inSeconds
        guard elapsed >= Self.leastTime, done > 0 else { return nil }
        return MediaTime(seconds: min(left * elapsed / done, 1e8))
    }

    private static let leastTime = 2.0

    // MARK: text

    /// Returns one line: the film, a bar, the share, the time left.
    package func line(columns: Int, isUTF8: Bool, at now: HostTime) -> String {
        let number = count > 1 ? "\(index + 1)/\(count)  " : ""
        let percent = "\(Int(share * 100))"
        let left = timeLeft(at: now).map { tr("%1 to go", TimeText.format($0)) } ?? ""
        let tail = "  " + String(repeating: " ", count: max(0, 3 - percent.count)) + percent + " %  " + left
        let shown = SafeText.phrase(name)
        let space = columns - TextWidth.columns(of: number) - TextWidth.columns(of: tail) - 1
        guard space >= 8 else { return TextWidth.truncated(number + shown, columns: max(1, columns - 1)) }
        let bar = space >= 32 ? min(24, space / 3) : 0
        let title = TextWidth.truncated(shown, columns: bar > 0 ? space - bar - 2 : space, ellipsis: isUTF8 ? "…" : "~")
        return number + title + (bar > 0 ? "  " + self.bar(bar, isUTF8: isUTF8) : "") + tail
    }

    private func bar(_ columns: Int, isUTF8: Bool) -> String {
        let full = Int((share * Double(columns)).rounded(.down))
        return String(repeating: isUTF8 ? "█" : "#", count: full)
            + String(repeating: isUTF8 ? "░" : ".", count: columns - full)
    }
}
