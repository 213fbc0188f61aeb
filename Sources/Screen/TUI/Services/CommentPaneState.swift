/// What the viewer does in the list of comments, beside what every list has. A value.
package struct CommentPaneState: Sendable, Equatable {
    /// The first comment in view, before it is brought to the height of the view.
    var top = 0
    /// Lines of the selected comment that are above the view, where it is higher than that.
    var skip = 0
    /// What is being written; nil: nothing.
    package internal(set) var editor: CommentEditor?
    /// What was written and not sent, or not taken.
    private var drafts: [CommentTarget: String] = [:]

    /// Drafts that are kept; the least that nobody ever reaches.
    private static let draftLimit = 100

    package init() {}

    /// Goes on with what was written there.
    mutating func write(to target: CommentTarget, name: String?) {
        editor = CommentEditor(target: target, name: name, line: LineEditor(drafts[target] ?? ""))
    }

    /// Puts the text aside.
    mutating func leaveEditor() {
        guard let editor else { return }
        if editor.line.isEmpty {
            drafts[editor.target] = nil
        } else if drafts[editor.target] != nil || drafts.count < Self.draftLimit {
            drafts[editor.target] = editor.line.text
        }
        self.editor = nil
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

/// A comment that is being written.
package struct CommentEditor: Sendable, Equatable {
    package let target: CommentTarget
    /// Whom it answers; unverified text.
    let name: String?
    package var line: LineEditor
}
