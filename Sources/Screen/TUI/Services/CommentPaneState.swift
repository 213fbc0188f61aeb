/// The viewer's state of the list of comments, in addition to that of every list.
package struct CommentPaneState: Sendable, Equatable {
    /// The first comment in view, before it is brought to the height of the view.
    var top = 0
    /// The number of the selected comment's lines above the view, if it is higher than that.
    var skip = 0
    /// The texts that were not sent, or were rejected.
    private var drafts: [CommentTarget: String] = [:]

    /// The most drafts that are kept, more than a viewer reaches.
    private static let draftLimit = 100

    package init() {}

    /// Returns the draft for a target.
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

/// The subject of a comment: the item, or another comment on it.
package struct CommentTarget: Sendable, Hashable {
    /// The item's path or address.
    package let item: String?
    /// The id of the answered comment, or `nil` if the comment is about the item itself.
    package let answering: String?
}
