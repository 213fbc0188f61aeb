import PlayCore

/// Savings for a connection that is too slow for all pictures: first smaller pictures from people who send them, then
/// fewer pictures.
///
/// The viewer's connection is too slow if at least two thirds of all pictures are late or damaged at the same time. If
/// only one person's pictures are, that person's connection is the cause.
struct PictureThrift: Sendable, Equatable {
    enum Saving: Sendable, Equatable {
        case small
        case resting
    }

    struct Stream: Sendable, Equatable {
        var picture: LivePicture
        var isLarge = false
        var isSeen = true
        /// Whether the person also sends a smaller picture than the received one.
        var canShrink = false
        var isStrained = false
    }

    /// Pictures strained together for this time cause a saving. A second without strain cancels half a second.
    private static let strainLimit = HostTime.seconds(2)
    /// For a saving to take effect before the next one.
    private static let settlingTime = HostTime.seconds(4)
    /// Before the last saving is undone as a trial. Doubles after each failed trial, up to five minutes.
    static let tryIntervals = HostTime.seconds(30)...HostTime.seconds(300)
    /// Strain within this time means that a trial has failed.
    private static let trialTime = HostTime.seconds(15)

    private(set) var savings: [(picture: LivePicture, saving: Saving)] = []
    private var preferred: LivePicture?
    private var strain = HostTime.zero
    private var lastLook: HostTime?
    private var lastChange: HostTime?
    private var tryInterval = PictureThrift.tryIntervals.lowerBound
    private var hasTried = false

    static func == (one: PictureThrift, other: PictureThrift) -> Bool {
        one.savings.elementsEqual(other.savings, by: ==) && one.strain == other.strain
            && one.lastChange == other.lastChange
    }

    func saving(of picture: LivePicture) -> Saving? { savings.last { $0.picture == picture }?.saving }

    /// Returns whether ``savings`` changed. `streams` are in the order of opening, including paused ones.
    mutating func look(_ streams: [Stream], at now: HostTime) -> Bool {
        let open = Set(streams.map(\.picture))
        savings.removeAll { !open.contains($0.picture) }
        let running = streams.filter { saving(of: $0.picture) != .resting }
        note(!running.isEmpty && running.count(where: \.isStrained) * 3 >= running.count * 2, at: now)
        if strain >= Self.strainLimit, lastChange.map({ now - $0 >= Self.settlingTime }) ?? true {
            return save(running, at: now)
        }
        guard !savings.isEmpty, strain == .zero, let lastChange, now - lastChange >= timeToTry else { return false }
        savings.removeLast()
        (self.lastChange, hasTried) = (now, true)
        return true
    }

    mutating func forget(_ picture: LivePicture, at now: HostTime) {
        savings.removeAll { $0.picture == picture }
        (preferred, lastChange, strain) = (picture, now, .zero)
    }

    /// Short unless the last trial failed.
    private var timeToTry: HostTime { hasTried ? Self.trialTime : tryInterval }

    private mutating func note(_ isStrained: Bool, at now: HostTime) {
        let passed = max(.zero, now - (lastLook ?? now))
        lastLook = now
        let change = isStrained ? passed : HostTime(nanoseconds: -passed.nanoseconds / 2)
        strain = min(max(.zero, strain + change), Self.strainLimit)
        // The last trial succeeded.
        if strain == .zero, let lastChange, now - lastChange >= Self.trialTime, savings.isEmpty {
            (tryInterval, hasTried) = (Self.tryIntervals.lowerBound, false)
        }
    }

    private mutating func save(_ running: [Stream], at now: HostTime) -> Bool {
        let found = Self.next(running, preferred)
        guard !found.isEmpty else { return false }
        if hasTried, lastChange.map({ now - $0 < Self.trialTime }) ?? false {
            tryInterval = min(tryInterval + tryInterval, Self.tryIntervals.upperBound)
        }
        savings += found
        (lastChange, strain, hasTried) = (now, .zero, false)
        return true
    }

    /// Returns savings for half of the pictures of a kind, so that a very slow connection is relieved soon.
    private static func next(
        _ running: [Stream], _ preferred: LivePicture?
    ) -> [(picture: LivePicture, saving: Saving)] {
        let hidden = running.filter { !$0.isSeen && !$0.isLarge }
        if !hidden.isEmpty { return hidden.map { ($0.picture, .resting) } }
        let others = running.reversed().filter { !$0.isLarge }
        let order = others.filter { $0.picture != preferred } + others.filter { $0.picture == preferred }
        let larger = order.filter(\.canShrink)
        if !larger.isEmpty { return larger.prefix((larger.count + 1) / 2).map { ($0.picture, .small) } }
        if !order.isEmpty { return order.prefix((order.count + 1) / 2).map { ($0.picture, .resting) } }
        return running.filter { $0.isLarge && $0.canShrink }.map { ($0.picture, .small) }
    }
}
