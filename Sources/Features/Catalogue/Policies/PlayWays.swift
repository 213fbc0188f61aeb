package import PlayCore

/// An item's sources, and the steps after a failure: renewal after a refusal, then the other addresses.
package struct PlayWays: Sendable, Equatable {
    package enum Step: Sendable, Equatable {
        case renew
        /// Open ``current``, now another source.
        case next
        case giveUp
    }

    /// In the order of attempts; never empty.
    package private(set) var selections: [SourceSelection]
    private var failOver: AddressFailOver
    private var failedAt: MediaTime?
    private var renewedAt: MediaTime?
    /// After this much playback a failure counts as new. The service may be asked again, and failed sources retried.
    private static let progress = MediaTime.seconds(1)

    package init(_ selections: [SourceSelection]) {
        precondition(!selections.isEmpty, "something to play from")
        self.selections = selections
        failOver = AddressFailOver(count: selections.count)
    }

    package var current: SourceSelection { selections[failOver.current.index] }

    /// - Parameters:
    ///   - isRefused: whether the address or its token may have expired (401, 403, 410).
    ///   - isOfNetwork: whether another address may work.
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

    package mutating func reset() {
        (failedAt, renewedAt) = (nil, nil)
        failOver.succeeded()
    }

    /// Keeps definition and network if they still exist.
    package mutating func replace(_ new: [SourceSelection]) {
        precondition(!new.isEmpty, "something to play from")
        let (key, network) = (current.definition?.definitionKey, current.network.index)
        let same = new.indices.filter { new[$0].definition?.definitionKey == key }
        selections = new
        let index = same.first { new[$0].network.index == network } ?? same.first ?? 0
        failOver = AddressFailOver(count: new.count, startingAt: index)
    }

    /// Returns whether the source changed, which requires another, existing definition.
    package mutating func choose(_ key: DefinitionInfo.Key) -> Bool {
        guard current.definition?.definitionKey != key,
            let index = selections.firstIndex(where: { $0.definition?.definitionKey == key })
        else { return false }
        failOver = AddressFailOver(count: selections.count, startingAt: index)
        return true
    }
}
