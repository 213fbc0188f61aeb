import Commands
import DownloadModel
package import PlayCore
import Playlists
import ScreenKit

extension DownloadsPage {
    /// Whether keys are the text of a field.
    package var takesText: Bool { prompt.map { $0.purpose == .add } ?? (question == nil && isTyping) }

    /// Handles a key while a field or a question is open. Returns `nil` for keys of the list, which mean verbs.
    package mutating func press(_ key: KeyPress) -> Consequences? {
        if let prompt { return press(key, in: prompt) }
        if let question { return answer(question, isYes: key == KeyPress(.character("y"))) }
        return isTyping && typeFilter(key) ? [] : nil
    }

    /// Returns false if the key has its usual meaning.
    private mutating func typeFilter(_ key: KeyPress) -> Bool {
        let text = filter ?? ""
        switch key.key {
        case .character(let character) where key.modifiers.isEmpty: setFilter(text + String(character))
        case .backspace: setFilter(text.isEmpty ? nil : String(text.dropLast()))
        // Keeps the text. The keys act on the list again.
        case .enter:
            isTyping = false
            if text.isEmpty { setFilter(nil) }
        default: return false
        }
        return true
    }

    package mutating func paste(_ text: String) {
        if prompt != nil {
            prompt?.line.type(text)
        } else if isTyping {
            setFilter((filter ?? "") + SafeText.clean(text, limit: 60))
        } else if question == nil {
            var line = LineEditor()
            line.type(text)
            prompt = DownloadPrompt(purpose: .add, line: line)
        }
    }

    private mutating func press(_ key: KeyPress, in prompt: DownloadPrompt) -> Consequences {
        switch key {
        case KeyPress(.escape):
            if prompt.purpose == .add { (addDraft, isAdding) = (prompt.line.text, false) }
            self.prompt = nil
        case KeyPress(.enter): return send(prompt)
        default: _ = self.prompt?.line.press(key)
        }
        return []
    }

    private mutating func send(_ prompt: DownloadPrompt) -> Consequences {
        let text = prompt.line.text.typedPath
        switch prompt.purpose {
        case .add:
            guard !text.isEmpty else { return [] }
            guard AddressText.scheme(of: text) != nil || !text.contains(where: \.isWhitespace) else {
                return [.say(tr("Not an address"), .warning)]
            }
            self.prompt = nil
            (addDraft, isAdding) = (prompt.line.text, true)
            return [.order(.add(reference: text, title: nil, definition: nil))]
        case .limit(let id):
            guard let speed = SpeedText.parse(text) else {
                return [.say(tr("Enter a rate such as 500k or 2M; 0: unlimited"), .warning)]
            }
            self.prompt = nil
            return [.order(.setLimit(id, speed == 0 ? nil : speed))]
        }
    }

    private mutating func answer(_ question: DownloadQuestion, isYes: Bool) -> Consequences {
        self.question = nil
        guard isYes else { return [] }
        switch question {
        case .downloadAgain(let id): return [.order(.resume(id))]
        case .remove(let id, _, let isPlaying):
            return (isPlaying ? [.player(.stop(keepsPlaylist: true))] : []) + [.order(.remove(id))]
        }
    }
}
