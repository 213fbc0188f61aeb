import Cells
package import Commands
import DownloadModel
import PlayCore
import Playlists
package import ScreenKit

extension DownloadsPage {
    /// Performs a verb of the open list, except `toggle` and `queue`, which the root performs.
    package mutating func perform(_ verb: DownloadsVerb, _ context: PlayerContext) -> Consequences {
        if detailScroll != nil, scrollDetails(verb, context) { return [] }
        if let consequences = look(verb, context) { return consequences }
        guard !state.isRefreshing else { return [.say(tr("Reloading settings: please wait"))] }
        return change(verb, context)
    }

    /// Returns `nil` for verbs that change more than the screen.
    private mutating func look(_ verb: DownloadsVerb, _ context: PlayerContext) -> Consequences? {
        let height = DownloadsLayout(self, context).list.height
        switch verb {
        case .down: move(.rows(1), height: height)
        case .up: move(.rows(-1), height: height)
        case .pageDown: move(.pages(1), height: height)
        case .pageUp: move(.pages(-1), height: height)
        case .halfPageDown: move(.halfPages(1), height: height)
        case .halfPageUp: move(.halfPages(-1), height: height)
        case .first: move(.first, height: height)
        case .last: move(.last, height: height)
        case .expand: expand(true)
        case .collapse: expand(false)
        case .toggleExpanded: expand(nil)
        case .toggleAllExpanded: toggleAllExpanded()
        case .nextSort: sortByNext()
        case .reverseSort: reverse()
        case .nextTab: turn(by: 1)
        case .previousTab: turn(by: -1)
        case .toggleGroups: toggleGroups()
        case .find:
            setFilter(filter ?? "")
            isTyping = true
        case .nextMatch: selectMatch(1)
        case .previousMatch: selectMatch(-1)
        case .details: detailScroll = selected == nil ? nil : 0
        case .back: return stepBack(context)
        case .close: return [.close]
        default: return nil
        }
        return []
    }

    /// Closes one part, the innermost first. Never ends the program.
    private mutating func stepBack(_ context: PlayerContext) -> Consequences {
        if filter != nil {
            setFilter(nil)
            return []
        }
        if context.message?.staysUnread == true { return [.dismissMessage] }
        return context.canClose ? [.close] : []
    }

    private mutating func change(_ verb: DownloadsVerb, _ context: PlayerContext) -> Consequences {
        switch verb {
        case .add:
            prompt = DownloadPrompt(purpose: .add, line: LineEditor(isAdding ? "" : addDraft))
            return []
        case .pauseAll: return [.order(.pauseAll)]
        case .resumeAll: return [.order(.resumeAll)]
        case .retryAll: return [.order(.retryAll)]
        case .clearFinished: return clearFinished()
        default: return selected.map { change($0, verb, context) } ?? []
        }
    }

    private mutating func change(
        _ entry: DownloadRecord, _ verb: DownloadsVerb, _ context: PlayerContext
    ) -> Consequences {
        switch verb {
        case .play: return play(entry, context)
        case .pause: return togglePause(entry)
        case .retry: return retry(entry)
        case .remove where entry.ahead != nil: return endLoading(entry)
        case .remove:
            question = .remove(
                id: entry.id, title: SafeText.clean(entry.name, limit: 60), isPlaying: isPlaying(entry, context))
        case .clear: return clear(entry)
        case .priorityUp: return setPriority(entry, entry.priority + 0.1)
        case .priorityDown: return setPriority(entry, entry.priority - 0.1)
        case .limit:
            prompt = DownloadPrompt(purpose: .limit(entry.id), line: LineEditor(entry.limit.map(String.init) ?? ""))
        case .moveUp: return move(entry, by: -1)
        case .moveDown: return move(entry, by: 1)
        default: break
        }
        return []
    }

    /// Asks no question, because nothing is lost.
    private func endLoading(_ entry: DownloadRecord) -> Consequences {
        entry.isOver
            ? [.say(tr("Cleared; the cache keeps what was loaded")), .order(.clear(entry.id))]
            : [.say(tr("Cancelled; the cache keeps what was loaded")), .order(.cancel(entry.id))]
    }

    private func clear(_ entry: DownloadRecord) -> Consequences {
        entry.isOver
            ? [.say(tr("Cleared; its files are kept")), .order(.clear(entry.id))]
            : [.say(tr("Not completed yet: press d to remove it with its files"))]
    }

    private func clearFinished() -> Consequences {
        let count = entries.count(where: \.isOver)
        guard count > 0 else { return [.say(tr("Nothing to clear: no download is completed or failed"))] }
        let text = trn("Cleared %1 download; its files are kept", "Cleared %1 downloads; their files are kept", count)
        return [.say(text), .order(.clearFinished)]
    }

    private mutating func play(_ entry: DownloadRecord, _ context: PlayerContext) -> Consequences {
        if entry.label == .fileLost {
            question = .downloadAgain(id: entry.id)
            return []
        }
        guard isPlaying(entry, context) else { return [.order(.play(entry.id))] }
        note(opened: entry.id, as: location(of: entry.id) ?? entry.mainPath)
        return [.showItem]
    }

    private func isPlaying(_ entry: DownloadRecord, _ context: PlayerContext) -> Bool {
        let places = [location(of: entry.id), entry.mainPath].compactMap(\.self)
        if entry.kind == .room { return context.attendedClass.map(places.contains) ?? false }
        return context.item.map { places.contains(where: $0.isAt) } ?? false
    }

    private mutating func togglePause(_ entry: DownloadRecord) -> Consequences {
        switch entry.label {
        case .downloading: return [.order(.pause(entry.id))]
        case .paused, .failed, .cancelled: return [.order(.resume(entry.id))]
        case .fileLost: question = .downloadAgain(id: entry.id)
        case .done, .invalid: return [.say(tr("Download complete: press Enter to play"))]
        }
        return []
    }

    private func retry(_ entry: DownloadRecord) -> Consequences {
        entry.problem != nil || activity(of: entry).phase == .retrying
            ? [.order(.retry(entry.id))] : [.say(tr("Nothing to retry: the download has not failed"))]
    }

    /// Rounds to tenths.
    private func setPriority(_ entry: DownloadRecord, _ wanted: Double) -> Consequences {
        let priority = (min(max(0, wanted), 1) * 10).rounded() / 10
        return priority == entry.priority ? [] : [.order(.setPriority(entry.id, priority))]
    }

    private func move(_ entry: DownloadRecord, by step: Int) -> Consequences {
        guard showsOwnOrder else {
            return [.say(tr("To move downloads, show all of them and sort by the order they were added"))]
        }
        guard let place = entries.firstIndex(where: { $0.id == entry.id }), entries.indices.contains(place + step)
        else { return [] }
        return [.order(.move(entry.id, to: place + step))]
    }

    var showsOwnOrder: Bool { sort == .added && !isReversed && !isGrouped && filter == nil && tab == .all }
}
