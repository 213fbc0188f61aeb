import ScreenKit

/// The viewer's state of the list of comments, in addition to that of every list.
package struct CommentPaneState: Sendable, Equatable {
    /// The first comment in view, before the view is fitted to the height.
    var top = 0
    /// The lines of the selected comment above the view, if it is higher than the view.
    var skip = 0
    /// Texts that were not sent, or were rejected.
    private var drafts: [CommentTarget: String] = [:]

    /// More than a viewer writes.
    private static let draftLimit = 100

    package init() {}

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

package struct CommentTarget: Sendable, Hashable {
    /// A path or address.
    package let item: String?
    /// A comment's ID; `nil` for the item itself.
    package let answering: String?
}
