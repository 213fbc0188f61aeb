import PlayCore

struct ChatSearchJob: Sendable {
    private(set) var search: ChatSearch
    private let preparation: ChatPreparation

    init(_ search: ChatSearch, _ preparation: ChatPreparation) {
        self.search = search
        self.preparation = preparation
    }

    var wanted: Int? { search.wanted }

    /// Blocks.
    mutating func readNext(_ reading: any ClassReading, _ cancel: CancelToken) {
        guard let slice = search.wanted else { return }
        if let live = preparation.live[slice] { return search.read(live, preparation.changes) }
        do throws(ClassReadError) {
            let messages = try reading.messages(of: preparation.index.slices[slice], number: slice, cancel: cancel)
            search.read(preparation.prepare(messages, of: slice), preparation.changes)
        } catch {
            Log.shared.write(.warning, "rooms", "\(error.context): \(error.reason)")
            search.read(nil)
        }
    }
}
