import Cells
import Classes
import Commands
package import DownloadModel
import PlayCore
import PlaybackModel
import Playlists

extension AppState {
    /// The ids of the visible running downloads, or `nil` if the list is not visible.
    package var watchedDownloads: [DownloadID]? {
        guard showsDownloads, !background.isUnseen, !terminal.isTooSmall else { return nil }
        return downloads.running(height: DownloadsLayout(self).list.height)
    }

    // MARK: What came

    mutating func update(_ new: DownloadsState, at now: HostTime) -> [Effect] {
        let (last, listNumber) = (downloads.state.report?.number ?? 0, downloads.state.listNumber)
        downloads.update(new)
        if new.listNumber != listNumber { navigation.keep(Set(new.entries.map(\.id))) }
        guard let report = new.report, report.number > last else { return [] }
        switch report.outcome {
        case .opens(let id, let location):
            navigation.open(id, as: location)
            showsDownloads = false
            return open(location, isClass: false, at: nil)
        case .enters(let id, let location):
            // The item has the whole screen.
            navigation.open(id, as: location)
            showsDownloads = false
            return [.room(.attend(location))]
        case .lost(let id): downloads.question = .downloadAgain(id: id)
        case .added(let id):
            forgetDraft()
            downloads.select(id)
            message = Message(tr("Added to downloads"), at: now)
        case .duplicate(let id):
            forgetDraft()
            downloads.select(id)
            message = Message(tr("Already in the list"), at: now)
        case .failed(let reason):
            // The viewer may correct the text.
            downloads.isAdding = false
            let text = SafeText.clean(reason, limit: 300)
            message = Message(text.prefix(1).uppercased() + text.dropFirst(), .warning, at: now)
        }
        return []
    }

    private mutating func forgetDraft() {
        if downloads.isAdding { downloads.addDraft = "" }
        downloads.isAdding = false
    }

    // MARK: Keys

    mutating func pressInDownloads(_ key: KeyPress, at now: HostTime) -> [Effect] {
        if downloads.prompt != nil { return pressInDownloadPrompt(key, at: now) }
        if let question = downloads.question { return answer(question, isYes: key == KeyPress(.character("y"))) }
        if downloads.isTyping, typeFilter(key) { return [] }
        if let bound = userKeys.bindings.bindingInDownloads([.key(key)]) { return run(bound.commands, at: now) }
        guard userKeys.usesDefaults else { return [] }
        let own = Keymap.downloads.action(for: key)
        if case .downloads(let verb)? = own { return manage(verb, at: now) }
        if case .quit? = own { return perform(.quit, at: now) }
        switch keymap.action(for: key) {
        case .toggleHelp: return perform(.toggleHelp, at: now)
        case .toggleMute: return perform(.toggleMute, at: now)
        case .redraw: return [.redraw]
        default: return []
        }
    }

    /// Returns false if the key has its usual meaning.
    private mutating func typeFilter(_ key: KeyPress) -> Bool {
        switch key.key {
        case .character(let character) where key.modifiers.isEmpty:
            downloads.setFilter((downloads.filter ?? "") + String(character))
        case .backspace:
            let text = downloads.filter ?? ""
            downloads.setFilter(text.isEmpty ? nil : String(text.dropLast()))
        // Keeps the text. The keys act on the list again.
        case .enter:
            downloads.isTyping = false
            if downloads.filter?.isEmpty == true { downloads.setFilter(nil) }
        default: return false
        }
        return true
    }

    mutating func paste(inDownloads text: String) {
        if downloads.prompt != nil {
            downloads.prompt?.line.type(text)
        } else if downloads.isTyping {
            downloads.setFilter((downloads.filter ?? "") + SafeText.clean(text, limit: 60))
        } else if downloads.question == nil {
            var line = LineEditor()
            line.type(text)
            downloads.prompt = DownloadPrompt(purpose: .add, line: line)
        }
    }

    private mutating func pressInDownloadPrompt(_ key: KeyPress, at now: HostTime) -> [Effect] {
        guard let prompt = downloads.prompt else { return [] }
        switch key {
        case KeyPress(.escape):
            if prompt.purpose == .add { (downloads.addDraft, downloads.isAdding) = (prompt.line.text, false) }
            downloads.prompt = nil
        case KeyPress(.enter): return send(prompt, at: now)
        default: _ = downloads.prompt?.line.press(key)
        }
        return []
    }

    private mutating func send(_ prompt: DownloadPrompt, at now: HostTime) -> [Effect] {
        let text = PathPrompt(text: prompt.line.text).path
        switch prompt.purpose {
        case .add:
            guard !text.isEmpty else { return [] }
            guard AddressText.scheme(of: text) != nil || !text.contains(where: \.isWhitespace) else {
                message = Message(tr("Not an address"), .warning, at: now)
                return []
            }
            downloads.prompt = nil
            (downloads.addDraft, downloads.isAdding) = (prompt.line.text, true)
            return [.downloads(.add(reference: text, title: nil, definition: nil))]
        case .limit(let id):
            guard let speed = SpeedText.parse(text) else {
                message = Message(tr("Enter a rate such as 500k or 2M; 0: unlimited"), .warning, at: now)
                return []
            }
            downloads.prompt = nil
            return [.downloads(.setLimit(id, speed == 0 ? nil : speed))]
        }
    }

    private mutating func answer(_ question: DownloadQuestion, isYes: Bool) -> [Effect] {
        downloads.question = nil
        guard isYes else { return [] }
        switch question {
        case .downloadAgain(let id): return [.downloads(.resume(id))]
        case .remove(let id, _, let isPlaying):
            return (isPlaying ? [.stop(keepsList: true)] : []) + [.downloads(.remove(id))]
        }
    }

    // MARK: Verbs

    mutating func manage(_ verb: DownloadsVerb, at now: HostTime) -> [Effect] {
        switch verb {
        case .toggle where showsDownloads: return closePage(.downloads)
        case .toggle:
            return openPage(.downloads, at: now)
        case .queue: return showsDownloads ? [] : open(.downloadDefinitions, at: now)
        default: break
        }
        guard showsDownloads else { return [] }
        if downloads.detailScroll != nil, scrollDetails(verb, at: now) { return [] }
        if let effects = look(verb, at: now) { return effects }
        guard !downloads.state.isRefreshing else {
            message = Message(tr("Reloading settings: please wait"), at: now)
            return []
        }
        return change(verb, at: now)
    }

    /// Returns `nil` for verbs that change more than the screen.
    private mutating func look(_ verb: DownloadsVerb, at now: HostTime) -> [Effect]? {
        let height = DownloadsLayout(self).list.height
        switch verb {
        case .down: downloads.move(.rows(1), height: height)
        case .up: downloads.move(.rows(-1), height: height)
        case .pageDown: downloads.move(.pages(1), height: height)
        case .pageUp: downloads.move(.pages(-1), height: height)
        case .halfPageDown: downloads.move(.halfPages(1), height: height)
        case .halfPageUp: downloads.move(.halfPages(-1), height: height)
        case .first: downloads.move(.first, height: height)
        case .last: downloads.move(.last, height: height)
        case .expand: downloads.expand(true)
        case .collapse: downloads.expand(false)
        case .toggleExpanded: downloads.expand(nil)
        case .toggleAllExpanded: downloads.toggleAllExpanded()
        case .nextSort: downloads.sortByNext()
        case .reverseSort: downloads.reverse()
        case .nextTab: downloads.turn(by: 1)
        case .previousTab: downloads.turn(by: -1)
        case .toggleGroups: downloads.toggleGroups()
        case .find:
            downloads.setFilter(downloads.filter ?? "")
            downloads.isTyping = true
        case .nextMatch: downloads.selectMatch(1)
        case .previousMatch: downloads.selectMatch(-1)
        case .details: downloads.detailScroll = downloads.selected == nil ? nil : 0
        case .back: return stepBackInDownloads()
        case .close: return closePage(.downloads)
        default: return nil
        }
        return []
    }

    /// Closes one part, the innermost first. Never ends the program.
    private mutating func stepBackInDownloads() -> [Effect] {
        if downloads.filter != nil {
            downloads.setFilter(nil)
        } else if message?.staysUnread == true {
            message = nil
        } else if canClosePage(.downloads) {
            return closePage(.downloads)
        }
        return []
    }

    private mutating func change(_ verb: DownloadsVerb, at now: HostTime) -> [Effect] {
        switch verb {
        case .add:
            let draft = downloads.isAdding ? "" : downloads.addDraft
            downloads.prompt = DownloadPrompt(purpose: .add, line: LineEditor(draft))
        case .pauseAll: return [.downloads(.pauseAll)]
        case .resumeAll: return [.downloads(.resumeAll)]
        case .retryAll: return [.downloads(.retryAll)]
        case .clearFinished: return clearFinished(at: now)
        default: return downloads.selected.map { change($0, verb, at: now) } ?? []
        }
        return []
    }

    private mutating func change(_ entry: DownloadRecord, _ verb: DownloadsVerb, at now: HostTime) -> [Effect] {
        switch verb {
        case .play: return play(entry)
        case .pause: return togglePause(entry, at: now)
        case .retry: return retry(entry, at: now)
        case .remove where entry.ahead != nil: return endLoading(entry, at: now)
        case .remove:
            downloads.question = .remove(
                id: entry.id, title: SafeText.clean(entry.name, limit: 60), isPlaying: isPlaying(entry))
        case .clear: return clear(entry, at: now)
        case .priorityUp: return setPriority(entry, entry.priority + 0.1)
        case .priorityDown: return setPriority(entry, entry.priority - 0.1)
        case .limit:
            downloads.prompt = DownloadPrompt(
                purpose: .limit(entry.id), line: LineEditor(entry.limit.map(String.init) ?? ""))
        case .moveUp: return move(entry, by: -1, at: now)
        case .moveDown: return move(entry, by: 1, at: now)
        default: break
        }
        return []
    }

    /// Asks no question, because nothing is lost.
    private mutating func endLoading(_ entry: DownloadRecord, at now: HostTime) -> [Effect] {
        if entry.isOver {
            message = Message(tr("Cleared; the cache keeps what was loaded"), at: now)
            return [.downloads(.clear(entry.id))]
        }
        message = Message(tr("Cancelled; the cache keeps what was loaded"), at: now)
        return [.downloads(.cancel(entry.id))]
    }

    private mutating func clear(_ entry: DownloadRecord, at now: HostTime) -> [Effect] {
        guard entry.isOver else {
            message = Message(tr("Not completed yet: press d to remove it with its files"), at: now)
            return []
        }
        message = Message(tr("Cleared; its files are kept"), at: now)
        return [.downloads(.clear(entry.id))]
    }

    private mutating func clearFinished(at now: HostTime) -> [Effect] {
        let count = downloads.entries.count(where: \.isOver)
        guard count > 0 else {
            message = Message(tr("Nothing to clear: no download is completed or failed"), at: now)
            return []
        }
        message = Message(
            trn("Cleared %1 download; its files are kept", "Cleared %1 downloads; their files are kept", count), at: now
        )
        return [.downloads(.clearFinished)]
    }

    private mutating func play(_ entry: DownloadRecord) -> [Effect] {
        if entry.label == .fileLost {
            downloads.question = .downloadAgain(id: entry.id)
            return []
        }
        guard isPlaying(entry) else { return [.downloads(.play(entry.id))] }
        navigation.open(entry.id, as: navigation.location(of: entry.id) ?? entry.mainPath)
        showsDownloads = false
        return []
    }

    private func isPlaying(_ entry: DownloadRecord) -> Bool {
        if entry.kind == .room {
            return attendedClass.map { $0 == navigation.location(of: entry.id) || $0 == entry.mainPath } ?? false
        }
        guard hasItem, let playing = list.current else { return false }
        return [navigation.location(of: entry.id), entry.mainPath].contains { $0.map(playing.isAt) ?? false }
    }

    private mutating func togglePause(_ entry: DownloadRecord, at now: HostTime) -> [Effect] {
        switch entry.label {
        case .downloading: return [.downloads(.pause(entry.id))]
        case .paused, .failed: return [.downloads(.resume(entry.id))]
        case .fileLost: downloads.question = .downloadAgain(id: entry.id)
        case .cancelled: return [.downloads(.resume(entry.id))]
        case .done, .invalid: message = Message(tr("Download complete: press Enter to play"), at: now)
        }
        return []
    }

    private mutating func retry(_ entry: DownloadRecord, at now: HostTime) -> [Effect] {
        guard entry.problem != nil || downloads.activity(of: entry).phase == .retrying else {
            message = Message(tr("Nothing to retry: the download has not failed"), at: now)
            return []
        }
        return [.downloads(.retry(entry.id))]
    }

    /// Rounds to tenths.
    private func setPriority(_ entry: DownloadRecord, _ wanted: Double) -> [Effect] {
        let priority = (min(max(0, wanted), 1) * 10).rounded() / 10
        return priority == entry.priority ? [] : [.downloads(.setPriority(entry.id, priority))]
    }

    private mutating func move(_ entry: DownloadRecord, by step: Int, at now: HostTime) -> [Effect] {
        guard downloads.showsOwnOrder else {
            message = Message(tr("To move downloads, show all of them and sort by the order they were added"), at: now)
            return []
        }
        guard let place = downloads.entries.firstIndex(where: { $0.id == entry.id }),
            downloads.entries.indices.contains(place + step)
        else { return [] }
        return [.downloads(.move(entry.id, to: place + step))]
    }
}

extension DownloadsPage {
    /// Whether the rows are in the list's own order, without filters.
    var showsOwnOrder: Bool { sort == .added && !isReversed && !isGrouped && filter == nil && tab == .all }
}
