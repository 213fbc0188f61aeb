package import PlayCore

/// From where an item is played, and what follows when that fails: its play info is asked for again
/// where it was refused, then the other addresses are tried. A value.
package struct PlayWays: Sendable, Equatable {
    /// What becomes of a failure.
    package enum Step: Sendable, Equatable {
        /// Ask the service again, then open ``current`` once more.
        case renew
        /// Open ``current``, which is another one now.
        case next
        case giveUp
    }

    /// In the order in which they are tried; never empty.
    package private(set) var selections: [SourceSelection]
    private var failOver: AddressFailOver
    /// Where playing stood when something failed, and when the service was last asked again.
    private var failedAt: MediaTime?
    private var renewedAt: MediaTime?
    /// Playing has to have gone on by this, for a failure to be a new one: the service may be asked once more, and what
    /// failed before may be tried again.
    private static let progress = MediaTime.seconds(1)

    package init(_ selections: [SourceSelection]) {
        precondition(!selections.isEmpty, "something to play from")
        self.selections = selections
        failOver = AddressFailOver(count: selections.count)
    }

    package var current: SourceSelection { selections[failOver.current.index] }

    /// - Parameters:
    ///   - isRefused: the address may have ended, or its token (401, 403, 410).
    ///   - isOfNetwork: another address may do.
    ///   - position: in the main content.
    package mutating func failed(isRefused: Bool, isOfNetwork: Bool, at position: MediaTime) -> Step {
        if let failedAt, position >= failedAt + Self.progress { failOver.succeeded() }
        failedAt = position
        if isRefused, renewedAt.map({ position >= $0 + Self.progress }) ?? true {
            renewedAt = position
            return .renew
        }
        guard isRefused || isOfNetwork else { return .giveUp }
        return failOver.next() == nil ? .giveUp : .next
    }

    /// The viewer asks for another try: all is as at the start.
    package mutating func reset() {
        (failedAt, renewedAt) = (nil, nil)
        failOver.succeeded()
    }

    /// The service was asked again: the same definition and network, as far as they are still there.
    package mutating func replace(_ new: [SourceSelection]) {
        precondition(!new.isEmpty, "something to play from")
        let (key, network) = (current.definition?.definitionKey, current.network.index)
        let same = new.indices.filter { new[$0].definition?.definitionKey == key }
        selections = new
        let index = same.first { new[$0].network.index == network } ?? same.first ?? 0
        failOver = AddressFailOver(count: new.count, startingAt: index)
    }

    /// The first address of a definition.
    /// - Returns: false: there is none, or it is the current one; nothing changes.
    package mutating func choose(_ key: DefinitionInfo.Key) -> Bool {
        guard current.definition?.definitionKey != key,
            let index = selections.firstIndex(where: { $0.definition?.definitionKey == key })
        else { return false }
        failOver = AddressFailOver(count: selections.count, startingAt: index)
        return true
    }
}
