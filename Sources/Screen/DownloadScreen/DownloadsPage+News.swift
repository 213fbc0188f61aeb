import DownloadModel
import PlayCore
import ScreenKit

extension DownloadsPage {
    package mutating func receive(_ new: DownloadsState) -> Consequences {
        let last = state.report?.number ?? 0
        update(new)
        guard let report = new.report, report.number > last else { return [] }
        switch report.outcome {
        case .opens(let id, let location):
            note(opened: id, as: location)
            return [.play(location: location, isClass: false)]
        case .enters(let id, let location):
            note(opened: id, as: location)
            return [.play(location: location, isClass: true)]
        case .lost(let id):
            question = .downloadAgain(id: id)
            return []
        case .added(let id): return select(answered: id, tr("Added to downloads"))
        case .duplicate(let id): return select(answered: id, tr("Already in the list"))
        case .failed(let reason):
            // The viewer may correct the text.
            isAdding = false
            let text = SafeText.clean(reason, limit: 300)
            return [.say(text.prefix(1).uppercased() + text.dropFirst(), .warning)]
        }
    }

    private mutating func select(answered id: DownloadID, _ text: String) -> Consequences {
        if isAdding { addDraft = "" }
        isAdding = false
        select(id)
        return [.say(text)]
    }

    package mutating func show(_ cover: DownloadCover?) { self.cover = cover }

    package mutating func pageClosed() { (isTyping, detailScroll, question) = (false, nil, nil) }
}
