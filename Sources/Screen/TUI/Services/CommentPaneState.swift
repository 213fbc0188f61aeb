/// What the viewer does in the list of comments, beside what every list has. A value.
package struct CommentPaneState: Sendable, Equatable {
    /// The first comment in view, before it is brought to the height of the view.
    var top = 0
    /// Lines of the selected comment that are above the view, where it is higher than that.
    var skip = 0
    /// What was written and not sent, or not taken.
    private var drafts: [CommentTarget: String] = [:]

    /// Drafts that are kept; the least that nobody ever reaches.
    private static let draftLimit = 100

    package init() {}

    /// What was written there and not sent.
    func draft(for target: CommentTarget) -> String { drafts[target] ?? "" }

    mutating func keepDraft(_ editor: CommentEditor) {
        if editor.line.isEmpty {
            drafts[editor.target] = nil
        } else if drafts[editor.target] != nil || drafts.count < Self.draftLimit {
            drafts[editor.target] = editor.line.text
        }
    }

    mutating func forgetDraft(of target: CommentTarget) { drafts[target] = nil }
}

/// What a comment is about: the item, or another comment on it.
package struct CommentTarget: Sendable, Hashable {
    /// The item's path or address.
    package let item: String?
    /// Nil: the item itself.
    package let answering: String?
}
