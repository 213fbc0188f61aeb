package import PlayCore

package struct ListRow<ID: Hashable & Sendable>: Sendable, Equatable {
    /// The mark at the right end of a row.
    package enum Slot: Sendable, Equatable { case none, first, second }

    /// Keeps the selection. `nil` for a heading, which cannot be selected.
    package let id: ID?
    /// Fit for the screen, as every text of a row.
    package let label: String
    package let detail: String
    /// The text after the detail, if there is space.
    package let remark: String
    package internal(set) var isCurrent: Bool
    package let slot: Slot
    package let refusal: String?
    /// The text in the bottom line while the row is selected.
    package let note: String?

    package init(
        _ id: ID, _ label: String, detail: String = "", remark: String = "", isCurrent: Bool = false,
        slot: Slot = .none,
        refusal: String? = nil, note: String? = nil
    ) {
        self.init(
            id: id, label: label, detail: detail, remark: remark, isCurrent: isCurrent, slot: slot, refusal: refusal,
            note: note)
    }

    package static func heading(_ label: String) -> ListRow {
        ListRow(id: nil, label: label, detail: "", remark: "", isCurrent: false, slot: .none, refusal: nil, note: nil)
    }

    fileprivate init(
        id: ID?, label: String, detail: String, remark: String, isCurrent: Bool, slot: Slot, refusal: String?,
        note: String?
    ) {
        self.id = id
        self.label = label
        self.detail = detail
        self.remark = remark
        self.isCurrent = isCurrent
        self.slot = slot
        self.refusal = refusal
        self.note = note
    }

    package var isHeading: Bool { id == nil }

    /// Returns the same row in a list with other identities.
    package func map<Other>(_ transform: (ID) -> Other) -> ListRow<Other> {
        let slots: [Slot: ListRow<Other>.Slot] = [.none: .none, .first: .first, .second: .second]
        return ListRow<Other>(
            id: id.map(transform), label: label, detail: detail, remark: remark, isCurrent: isCurrent,
            slot: slots[slot] ?? .none, refusal: refusal, note: note)
    }

    package func matches(_ words: SearchWords) -> Bool { words.occur(in: label + " " + detail + " " + remark) }
}
