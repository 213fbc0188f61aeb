import Catalogue
import Cells
import PlayCore
package import ScreenKit

package struct CommentEditor: Sendable, Equatable {
    package let target: CommentTarget
    /// The answered author; unverified.
    let name: String?
    package var line: LineEditor
}

extension CommentEditor: ScreenLayer {
    static func takesText(_ state: AppState) -> Bool { true }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard let editor = state.commentEditor else { return nil }
        var effects: [Effect] = []
        switch key {
        case KeyPress(.escape): state.leaveCommentEditor()
        case KeyPress(.enter):
            let text = editor.line.text
            if text.contains(where: { !$0.isWhitespace }) {
                // The text stays a draft until the server has accepted it.
                state.leaveCommentEditor()
                effects = [.service(.post(text, answering: editor.target.answering))]
            }
        default: _ = state.commentEditor?.line.press(key)
        }
        return effects
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.commentEditor?.line.type(text)
        return []
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) { state.leaveCommentEditor() }
}

extension AppState {
    package internal(set) var commentEditor: CommentEditor? {
        get { layers.value { if case .comment(let editor) = $0 { editor } else { nil } } }
        set { layers.set(CommentEditor.self, newValue.map(Layer.comment)) }
    }

    /// Closes the editor and keeps the text as a draft.
    mutating func leaveCommentEditor() {
        if let editor = commentEditor { commentPane.keepDraft(editor) }
        commentEditor = nil
    }
}
