package import Cells
import ClassPanes
import Classes
package import Commands
import Encoding
import History
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

extension UILoop {
    /// Returns whether the effect was carried out.
    @discardableResult
    package func perform(_ effect: Effect) -> Bool {
        if state.options.isKiosk, !effect.isForWatching {
            configure { $0.message = Message(tr("This is not available here"), .warning, at: clock.now) }
            return false
        }
        switch effect {
        case .command(let command): state.sent(command, number: player.send(command))
        case .quit: outcome = .quit
        case .terminate(let signal): outcome = signal.map { .terminated(signal: $0) } ?? .inputClosed
        case .abandonScreen: outcome = .unanswered
        case .advance: advance()
        case .move(let step):
            if playlist.move(by: step) { beginItem() } else { dispatch(.noSuchItem(step: step)) }
        case .moveTo(let index):
            if playlist.move(to: index) { beginItem() }
        case .stop(let keepsList): stop(keepsList: keepsList)
        case .retry:
            playlist.restart()
            beginItem()
        case .external(let command): run(command)
        case .play(let videos, let index):
            playlist.play(videos, at: index)
            readListChange()
        case .suspend: suspend()
        case .copy(let text): copy(text)
        case .redraw: redraw()
        case .playRemembered(let location, let position):
            // Asks the history first, because it sets the position at which the item starts.
            if position != nil { ask(effect) }
            play(location)
        case .attendRemembered(let location, let position):
            if position != nil { ask(effect) }
            ask(.room(.attend(location)))
        case .readHistory: if !ask(effect) { dispatch(.history(HistoryList(.notKept))) }
        case .message(let message): return deliver(message)
        case .print(let text): Log.shared.write(.info, "print-text", SafeText.clean(text, limit: 2000))
        case .ring: backend.ring()
        case .listAudioDevices, .selectAudioDevice, .forget, .service, .room, .live, .ownMedia,
            .listCaptureDevices, .slides, .downloads, .library,
            .catalogue,
            .addSound, .addSubtitles, .reloadSubtitles, .indexSubtitles, .screenshot, .screenshotFile,
            .learnMore:
            return ask(effect)
        }
        return true
    }

    @discardableResult
    private func ask(_ effect: Effect) -> Bool {
        if handOn(effect) { return true }
        Log.shared.write(.debug, "loop", "nobody here has \(effect.request)")
        return false
    }

    package var shownFrame: ScreenFrame? {
        composed.map { effectStage.joined(companionStage.joined(slideStage.frame(of: $0, picture))) }
    }

    private func suspend() {
        // The picture becomes outdated.
        if state.background.isUnseen { picture = nil }
        backend.suspend()
    }

    private func redraw() {
        backend.invalidate()
        dispatch(.terminal(TerminalTraits(backend)))
        isFrameDue = true
    }

    private func run(_ command: PlayerCommand) {
        playlist.run(command) { [weak self] answer in
            guard let self, case .failure(let error) = answer else { return }
            configure { $0.message = Message(SafeText.clean(error.message, limit: 200), .warning, at: self.clock.now) }
        }
        readListChange()
    }

    private func copy(_ text: String) {
        guard !backend.copy(text) else { return }
        configure { $0.message = Message(tr("This terminal has no clipboard"), .warning, at: clock.now) }
    }

    private func play(_ location: String) {
        guard let index = state.list.items.firstIndex(where: { $0.isAt(location) }) else {
            return run(.loadFile(path: location, mode: .appendGo))
        }
        if playlist.move(to: index) { beginItem() }
    }

    func advance() {
        if playlist.move(by: 1) {
            beginItem()
        } else if !state.staysAtEnd {
            if state.options.idle == .yes { stop(keepsList: true) } else { outcome = .finished }
        }
    }

    private func stop(keepsList: Bool) {
        guard state.options.idle == .yes else { return outcome = .quit }
        // Nothing plays, so only the list has to be emptied.
        if keepsList, playlist.position.index == nil { return }
        playlist.stop(keepsList: keepsList)
        readListChange()
    }

    func readListChange() {
        switch playlist.takeChange() {
        case .none: break
        case .changed: dispatch(.playlist(playlist.contents, playlist.position))
        case .began: beginItem()
        case .ended: if state.options.idle == .yes { beginItem() } else { outcome = .finished }
        }
    }

    private func beginItem() {
        lastSnapshot = nil
        // The change of the list is reported with the item.
        _ = playlist.takeChange()
        showItem()
        if !state.feed.keepsOldPicture, picture != nil {
            picture = nil
            // The picture may be the new item's first one, taken before the item's news. A paused player sends no other
            // one.
            player.send(.refreshPicture)
        }
        slideStage.itemBegan(after: picture, state)
        notifyItemBegan()
    }

    func showItem() {
        dispatch(.playlist(playlist.contents, playlist.position))
        dispatch(.itemChanged(playlist.position))
    }
}

extension AppState {
    /// Whether the viewer still looks at something after the end of the list.
    fileprivate var staysAtEnd: Bool {
        options.hasScreen && (options.keepsOpen || showsPage && options.idle != .yes)
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
        var refusal: CommandError?
        for effect in effects {
            if case .external(let command) = effect, !isAnswered {
                isAnswered = true
                playlist.run(command, answer: answer)
                readListChange()
            } else if !perform(effect) {
                refusal = refusal ?? .notAvailable(effect.request)
            }
        }
        if !isAnswered { answer(refusal.map { .failure($0) } ?? .success(.null)) }
        // A client that reads the new item's properties next must get the new ones.
        if lastSnapshot == nil, outcome == nil { readSnapshot(hasNews: false) }
    }
}

extension Effect {
    /// The name of a request for the log and for the client that gave the command.
    fileprivate var request: String {
        switch self {
        case .addSound: "audio-add"
        case .addSubtitles: "sub-add"
        case .reloadSubtitles, .indexSubtitles: "sub-reload"
        case .screenshot, .screenshotFile: "screenshot"
        case .print: "print-text"
        case .listAudioDevices, .selectAudioDevice: "audio-device"
        case .readHistory, .forget, .playRemembered, .attendRemembered: "history"
        case .service: "service"
        case .room, .live, .ownMedia, .listCaptureDevices, .slides: "class"
        case .downloads: "downloads"
        case .library: "open-location"
        case .catalogue: "catalogue"
        case .learnMore: "learn-more"
        case .message: "script-message"
        default: "command"
        }
    }
}
