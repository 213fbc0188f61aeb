import PlayCore

/// What a connection that is too slow for all pictures does without: smaller ones first where they are sent, then none of somebody. A
/// value.
///
/// A line is too thin when two thirds of all pictures come late or in pieces together; where one person's do, it is that
/// person's line.
struct PictureThrift: Sendable, Equatable {
    enum Saving: Sendable, Equatable {
        case small
        /// Nothing of it is received.
        case resting
    }

    /// Pictures that are open.
    struct Stream: Sendable, Equatable {
        var picture: LivePicture
        var isLarge = false
        var isSeen = true
        /// There are smaller ones than those that are received.
        var canShrink = false
        /// It comes late, or in pieces.
        var isStrained = false
    }

    /// They have been strained for so long together; a good second makes half a bad one good.
    private static let patience = HostTime.seconds(2)
    /// Until what was changed last shows what came of it.
    private static let settling = HostTime.seconds(4)
    /// Then one of them is tried again, and so much later when that fails: twice as long, at most five minutes.
    static let pauses = HostTime.seconds(30)...HostTime.seconds(300)
    /// When the line is strained again within this, the try has failed.
    private static let proof = HostTime.seconds(15)

    /// In the order in which they were made.
    private(set) var savings: [(picture: LivePicture, saving: Saving)] = []
    /// The viewer wanted it in spite of the line: it goes last.
    private var preferred: LivePicture?
    private var strain = HostTime.zero
    private var looked: HostTime?
    private var changed: HostTime?
    private var pause = PictureThrift.pauses.lowerBound
    private var hasTried = false

    static func == (one: PictureThrift, other: PictureThrift) -> Bool {
        one.savings.elementsEqual(other.savings, by: ==) && one.strain == other.strain && one.changed == other.changed
    }

    func saving(of picture: LivePicture) -> Saving? { savings.last { $0.picture == picture }?.saving }

    /// Looks at how all do.
    ///
    /// - Parameter streams: in the order in which they were opened, also those that rest.
    /// - Returns: whether ``savings`` are others now.
    mutating func look(_ streams: [Stream], at now: HostTime) -> Bool {
        let open = Set(streams.map(\.picture))
        savings.removeAll { !open.contains($0.picture) }
        let running = streams.filter { saving(of: $0.picture) != .resting }
        note(!running.isEmpty && running.count(where: \.isStrained) * 3 >= running.count * 2, at: now)
        if strain >= Self.patience, changed.map({ now - $0 >= Self.settling }) ?? true { return save(running, at: now) }
        guard !savings.isEmpty, strain == .zero, let changed, now - changed >= wait else { return false }
        savings.removeLast()
        (self.changed, hasTried) = (now, true)
        return true
    }

    /// The viewer wants it as it is sent.
    mutating func forget(_ picture: LivePicture, at now: HostTime) {
        savings.removeAll { $0.picture == picture }
        (preferred, changed, strain) = (picture, now, .zero)
    }

    /// After a try that went well the next one comes soon.
    private var wait: HostTime { hasTried ? Self.proof : pause }

    private mutating func note(_ isStrained: Bool, at now: HostTime) {
        let passed = max(.zero, now - (looked ?? now))
        looked = now
        let change = isStrained ? passed : HostTime(nanoseconds: -passed.nanoseconds / 2)
        strain = min(max(.zero, strain + change), Self.patience)
        // What was tried goes well.
        if strain == .zero, let changed, now - changed >= Self.proof, savings.isEmpty {
            (pause, hasTried) = (Self.pauses.lowerBound, false)
        }
    }

    private mutating func save(_ running: [Stream], at now: HostTime) -> Bool {
        let found = Self.next(running, preferred)
        guard !found.isEmpty else { return false }
        if hasTried, changed.map({ now - $0 < Self.proof }) ?? false {
            pause = min(pause + pause, Self.pauses.upperBound)
        }
        savings += found
        (changed, strain, hasTried) = (now, .zero, false)
        return true
    }

    /// What is done without next: of a kind half, so that a line that is much too thin is relieved soon.
    private static func next(
        _ running: [Stream], _ preferred: LivePicture?
    ) -> [(picture: LivePicture, saving: Saving)] {
        let hidden = running.filter { !$0.isSeen && !$0.isLarge }
        if !hidden.isEmpty { return hidden.map { ($0.picture, .resting) } }
        // Those that were opened last go first.
        let others = running.reversed().filter { !$0.isLarge }
        let order = others.filter { $0.picture != preferred } + others.filter { $0.picture == preferred }
        let larger = order.filter(\.canShrink)
        if !larger.isEmpty { return larger.prefix((larger.count + 1) / 2).map { ($0.picture, .small) } }
        if !order.isEmpty { return order.prefix((order.count + 1) / 2).map { ($0.picture, .resting) } }
        return running.filter { $0.isLarge && $0.canShrink }.map { ($0.picture, .small) }
    }
}
