import Cells
package import Commands
import Encoding
import History
import Lists
import Localization
import PlayCore
import Text

/// What actions and commands lead to.
extension UILoop {
    func perform(_ effect: Effect) {
        switch effect {
        case .command(let command): state.sent(command, number: player.send(command))
        case .quit: outcome = .quit
        case .terminate(let signal): outcome = signal.map { .terminated(signal: $0) } ?? .inputClosed
        case .advance: advance()
        case .move(let step):
            if playlist.move(by: step) { beginItem() } else { dispatch(.noSuchItem(step: step)) }
        case .moveTo(let index):
            if playlist.move(to: index) { beginItem() }
        case .listAudioDevices: audioDevices?.refresh()
        case .selectAudioDevice(let name):
            audioDevices?.select(name)
            takeDevices()
        case .stop(let keepsList): stop(keepsList: keepsList)
        case .readHistory: readHistory()
        case .forget(let change): history?.perform(change)
        case .service(let order):
            videoServices?.perform(order)
            takeServices()
        case .room(let order):
            room?.perform(order)
            takeRoom()
        case .slides(let order):
            room?.perform(order)
            takeRoom()
        case .downloads(let order): downloads?.perform(order)
        case .playRemembered(let location, let position): play(location, from: position)
        case .retry:
            playlist.restart()
            beginItem()
        case .external(let command): run(command)
        case .addSubtitles(let path): subtitles?.add(path: path)
        case .reloadSubtitles(let path): subtitles?.reload(path: path)
        case .suspend:
            // It will be an old one.
            if state.background.isUnseen { picture = nil }
            backend.suspend()
        case .screenshot(let kind):
            screenshots?.take(
                kind, screen: composed.map { companionStage.joined(slideStage.frame(of: $0, picture)) })
        case .copy(let text): copy(text)
        case .redraw:
            backend.invalidate()
            dispatch(.terminal(TerminalFacts(backend)))
            isFrameDue = true
        }
    }

    private func readHistory() {
        guard let history else { return dispatch(.history(HistoryList(.notKept))) }
        history.refresh()
    }

    /// What becomes of it is told the viewer.
    private func run(_ command: PlayerCommand) {
        playlist.run(command) { [weak self] answer in
            guard let self, case .failure(let error) = answer else { return }
            configure { $0.message = Message(SafeText.clean(error.message, limit: 200), .warning, at: self.clock.now) }
        }
        takeListChange()
    }

    private func copy(_ text: String) {
        guard !backend.copy(text) else { return }
        configure { $0.message = Message(tr("This terminal has no clipboard"), .warning, at: clock.now) }
    }

    private func play(_ location: String, from position: MediaTime?) {
        if let position { history?.start(location, at: position) }
        guard let index = state.list.items.firstIndex(where: { $0.videoID == location }) else {
            return perform(.external(.loadFile(path: location, mode: .appendGo)))
        }
        if playlist.move(to: index) { beginItem() }
    }

    private func advance() {
        if playlist.move(by: 1) {
            beginItem()
        } else if !state.options.keepsOpen, !state.showsDownloads || state.options.idle == .yes {
            if state.options.idle == .yes { stop(keepsList: true) } else { outcome = .finished }
        }
    }

    private func stop(keepsList: Bool) {
        guard state.options.idle == .yes else { return outcome = .quit }
        // Nothing plays already: only the list is left to be emptied.
        if keepsList, playlist.position.index == nil { return }
        playlist.stop(keepsList: keepsList)
        takeListChange()
    }

    /// What commands have made of the list.
    func takeListChange() {
        switch playlist.takeChange() {
        case .none: break
        case .changed: dispatch(.playlist(playlist.facts, playlist.position))
        case .began: beginItem()
        case .ended: if state.options.idle == .yes { beginItem() } else { outcome = .finished }
        }
    }

    private func beginItem() {
        lastSnapshot = nil
        // What made the list another one is told with the item.
        _ = playlist.takeChange()
        showItem()
        if !state.feed.keepsOldPicture { picture = nil }
        slideStage.itemBegan(after: picture, state)
        tellItem()
        takeServices()
    }

    /// The list and its item, to the state.
    func showItem() {
        dispatch(.playlist(playlist.facts, playlist.position))
        dispatch(.itemChanged(playlist.position))
    }

    /// That the item is another one, to those who follow it.
    func tellItem() {
        videoServices?.itemChanged()
        room?.itemChanged()
        subtitles?.begin(playlist.position)
    }
}

extension UILoop: CommandRunner {
    package var properties: PropertyContext { state.propertyContext(at: clock.now) }

    package func run(_ command: BoundCommand, answer: @escaping (CommandAnswer) -> Void) {
        isChromeStale = true
        let effects: [Effect]
        do {
            effects = try state.run(command, at: clock.now)
        } catch {
            return answer(.failure(error))
        }
        var isAnswered = false
        for effect in effects {
            if case .external(let command) = effect, !isAnswered {
                isAnswered = true
                playlist.run(command, answer: answer)
                takeListChange()
            } else {
                perform(effect)
            }
        }
        if !isAnswered { answer(.success(.null)) }
        // Who asks for the new item's properties next is to get them.
        if lastSnapshot == nil, outcome == nil { takeSnapshot(hasNews: false) }
    }
}
