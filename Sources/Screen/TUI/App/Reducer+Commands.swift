import Cells
import ClassPanes
package import Commands
import DownloadScreen
import Encoding
import HomeScreen
package import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles

// Commands of input.conf and of remote controls. They use the same functions as keys with the same action.
extension AppState {
    package func propertyContext(at now: HostTime) -> PropertyContext {
        var context = PropertyContext(
            snapshot: snapshot, position: shownPosition(at: now),
            playlist: list)
        context.liveDelay = snapshot.liveState?.behind(context.position, at: now)
        let hasBegun = program.begunItems > 0 || snapshot.status != .unload
        context.playlist.index = hasBegun ? playlist.index : nil
        context.subtitles = SubtitleProperties(subtitles.set, at: shownPosition(at: now))
        context.subtitles.languages = subtitles.wish.languages
        context.isFullScreen = bar.isFullScreen
        context.keepsOpen = options.keepsOpen
        context.idle = options.idle
        context.osdLevel = program.osdLevel
        context.workingFolder = program.workingFolder
        context.askedPause = item.playback.pending.isPaused
        if options.hasScreen {
            context.screen = ScreenPixels(width: terminal.columns, height: terminal.rows * 2)
        }
        context.devices = (audioDevices.devices ?? []).filter(\.isOutput).map {
            AudioDeviceName(name: "alsa/" + $0.name, description: $0.description)
        }
        context.audioDevice = ["", "default"].contains(audioDevices.current) ? "auto" : "alsa/" + audioDevices.current
        context.bindings = userKeys.bindings.bindings.map { KeyBindingText(key: $0.keyText, command: $0.text) }
        context.noted = program.noted.values
        context.userData = program.userData
        context.itemNumber = program.begunItems
        context.lastEnding = program.lastEnding
        return context
    }

    mutating func run(_ commands: [BoundCommand], at now: HostTime) -> [Effect] {
        var effects: [Effect] = []
        for command in commands {
            do {
                effects += try run(command, at: now)
            } catch {
                message = Message(SafeText.clean(error.message, limit: 200), .warning, at: now)
            }
        }
        return effects
    }

    /// Runs a command. Leaves the state unchanged if it throws.
    package mutating func run(_ bound: BoundCommand, at now: HostTime) throws(CommandError) -> [Effect] {
        let messages = messages
        defer { if bound.isQuiet { self.messages = messages } }
        switch bound.command {
        case .ignore: return []
        case .seek(let amount, let mode): return try performSeek(amount, mode, at: now)
        case .revertSeek:
            try requirePossible(.revertSeek, for: "seek")
            return perform(.revertSeek, at: now)
        case .frameStep(let count):
            let step = PlaybackCommand.step(count)
            try requirePossible(step, for: count < 0 ? "frame-back-step" : "frame-step")
            return ask(step)
        case .quit(let code):
            program.exitStatus = code
            return [.quit]
        case .stop(let keepsList): return [.stop(keepsList: keepsList)]
        case .playlistMove(let step, let isForced):
            if step > 0 ? playlist.hasNext : playlist.hasPrevious { return [.move(step)] }
            if isForced { return [.stop(keepsList: true)] }
            throw .failed(step > 0 ? "playlist-next" : "playlist-prev")
        case .playlistPlay(nil):
            guard playlist.index != nil else { throw .failed("playlist-play-index") }
            return [.retry]
        case .playlistPlay(let index?): return try play(index)
        case .subtitle(let change): return try run(change, at: now)
        case .addSound(let file): return try add(file)
        case .removeSound(let number): return [.command(.removeSound(try externalSound(number, "audio-remove")))]
        case .reloadSound(let number): return [.command(.reloadSound(try externalSound(number, "audio-reload")))]
        case .screenshot("window"): return try answeredScreenshot(.shown, at: now)
        case .screenshot(let words) where ["", "video", "subtitles"].contains(words):
            return try answeredScreenshot(screenshotKind(words, at: now), at: now)
        case .loadFile(let path, let mode, let options):
            return [.external(.loadFile(path: path, mode: mode, options: program.noted.ofNextFile + options))]
        case .screenshotFile(let path, let words):
            let kind = screenshotKind(words, at: now)
            _ = try answeredScreenshot(kind, at: now)
            return [.screenshotFile(kind, path: path)]
        case .print(let text):
            return [.print(bound.isRaw ? text : PropertyExpansion.expand(text, propertyContext(at: now)))]
        case .mouse(let x, let y, let button): return click(x, y, button, at: now)
        case .changeList(let name, let operation, let text):
            return try changeList(name, operation, text, at: now)
        case .playlist, .screenshot: return [.external(bound.command)]
        case .showText(let text, let milliseconds):
            show(bound.isRaw ? text : PropertyExpansion.expand(text, propertyContext(at: now)), milliseconds, at: now)
            return []
        case .showProgress: return perform(.showProgress, at: now)
        case .abLoop:
            try requirePossible(.seek(.absolute(shownPosition(at: now)), .exact), for: "seek")
            return perform(.toggleABLoop, at: now)
        case .keyPress(let name): return try pressKey(name, .press, at: now)
        case .keyDown(let name): return try holdKey(name, at: now)
        case .keyUp(let name): return try releaseKey(name, at: now)
        case .keys(let change):
            try userKeys.apply(change)
            return []
        case .message(let message): return [.message(message)]
        case .scriptBinding(let name, let argument): return [.message(bindingMessage(name, argument))]
        case .soundFilters(let filters): return changeSoundFilters(filters, at: now)
        case .control(let control):
            guard let action = KeyAction(control) else { return snapshot.status == .failed ? [.retry] : [] }
            return perform(action, at: now)
        case .downloads(let verb):
            guard downloads.isOffered, showsDownloads || verb == .toggle || verb == .queue else {
                throw .notAvailable("downloads")
            }
            return manage(verb, at: now)
        case .set, .add, .multiply, .cycle, .cycleValues: return try change(bound.command, at: now)
        }
    }

    // MARK: Seeking

    private mutating func performSeek(
        _ amount: PlayerCommand.SeekAmount, _ mode: SeekMode, at now: HostTime
    ) throws(CommandError) -> [Effect] {
        try requirePossible(.seek(.relative(.zero), mode), for: "seek")
        switch amount {
        case .relative(let distance): return seekBy(distance, mode, at: now)
        case .absolute(let time):
            let start = time < .zero ? snapshot.duration ?? .zero : .zero
            return seek(.absolute(start + time), mode, at: now)
        case .percent(let percent): return seek(.percent(min(max(0, percent), 100)), mode, at: now)
        case .relativePercent(let percent):
            guard let duration = snapshot.duration else { throw .failed("seek") }
            return seekBy(duration.scaled(by: percent / 100), mode, at: now)
        }
    }

    private func requirePossible(_ command: PlaybackCommand, for name: String) throws(CommandError) {
        if snapshot.refusal(of: command) != nil { throw .failed(name) }
    }

    private func play(_ index: Int) throws(CommandError) -> [Effect] {
        guard (0..<playlist.count).contains(index) else { throw .failed("playlist-play-index") }
        return index == playlist.index ? [.retry] : [.moveTo(index)]
    }

    // MARK: Properties

    private mutating func change(_ command: PlayerCommand, at now: HostTime) throws(CommandError) -> [Effect] {
        let context = propertyContext(at: now)
        // Cycling `pause` acts as its key: it shows no property, and at the end it plays from the start.
        if case .cycle("pause", _) = command { return togglePause() }
        let (name, value) = try Self.newValue(command, context)
        let effects = try apply(try PropertyTable.set(name, value, context), name, value, at: now)
        return effects
    }

    private static func newValue(
        _ command: PlayerCommand, _ context: PropertyContext
    ) throws(CommandError) -> (name: String, value: JSONValue) {
        switch command {
        case .set(let name, let value): (name, value)
        case .add(let name, let amount): (name, try PropertyTable.adding(name, amount, context))
        case .multiply(let name, let factor): (name, try PropertyTable.multiplying(name, factor, context))
        case .cycle(let name, let isUp): (name, try PropertyTable.cycling(name, isUp: isUp, context))
        case .cycleValues(let name, let values): (name, try PropertyTable.cycling(name, values, context))
        default: preconditionFailure("not a command about a property: \(command)")
        }
    }

    private mutating func apply(
        _ change: PropertyChange, _ name: String, _ value: JSONValue, at now: HostTime
    ) throws(CommandError) -> [Effect] {
        switch change {
        case .playlistIndex(let index): return try play(index)
        case .fullScreen(let isOn): return isOn == bar.isFullScreen ? [] : perform(.toggleScreenMode, at: now)
        case .keepOpen(let isOn): options.keepsOpen = isOn
        case .idle(let mode): options.idle = mode
        case .osdLevel(let level): program.osdLevel = level
        case .external(let command):
            // Shows the new value: the owner of the list has not carried out the command yet.
            showProperty(name, text: value.propertyText ?? "", at: now)
            return [.external(command)]
        case .audioDevice(let name):
            let device = name.hasPrefix("alsa/") ? String(name.dropFirst(5)) : name
            return [.selectAudioDevice(device == "auto" ? "default" : device)]
        case .note(let name, let value):
            program.noted.values[name] = value
            return []
        case .userData(let path, let value):
            program.userData = program.userData.setting(value, at: path[...])
            return []
        case .subtitles(let change): return apply(change, at: now)
        case .session(let command):
            let effects = try apply(command, at: now)
            if !effects.isEmpty { return effects }
            let request = ask(command)
            showProperty(name, at: now)
            return request
        }
        showProperty(name, at: now)
        return []
    }

    /// Applies a command that also has a key, and shows that key's message. Returns no effects for other commands.
    private mutating func apply(_ command: PlaybackCommand, at now: HostTime) throws(CommandError) -> [Effect] {
        switch command {
        case .play: return [.reachEnd, .stopped].contains(snapshot.status) ? togglePause() : ask(.play)
        case .pause: return ask(.pause)
        case .setRate(let rate): return setRate(rate, at: now)
        case .setVolume(let volume): return setVolume(volume, at: now)
        case .setPictureView(let view): return setView(view, at: now)
        case .setMuted(let isMuted) where isMuted != snapshot.isMuted: return toggleMute(at: now)
        case .seek(.chapter(let index), _):
            guard snapshot.refusal(of: command) != .noSuchChapter else { throw .failed("chapter") }
            return seekToChapter(index, at: now)
        case .seek(let target, let mode): return seek(target, mode, at: now)
        default: return []
        }
    }

    private mutating func showProperty(_ name: String, at now: HostTime) {
        showProperty(name, text: PropertyExpansion.expand("${\(name)}", propertyContext(at: now)), at: now)
    }

    private mutating func showProperty(_ name: String, text: String, at now: HostTime) {
        message = Message(tr("%1: %2", SafeText.clean(name, limit: 40), SafeText.clean(text, limit: 100)), at: now)
    }

    private mutating func changeList(
        _ name: String, _ operation: PlayerCommand.ListOperation, _ text: String, at now: HostTime
    ) throws(CommandError) -> [Effect] {
        var items = (try PropertyTable.get(name, propertyContext(at: now))).items ?? []
        let item = JSONValue.string(text)
        switch operation {
        case .set: items = text.split(separator: ",").map { .string(String($0)) }
        case .append, .add: items.append(item)
        case .pre: items.insert(item, at: 0)
        case .clr: items = []
        case .remove: items.removeAll { $0 == item }
        case .toggle: if items.contains(item) { items.removeAll { $0 == item } } else { items.append(item) }
        }
        return try change(.set(name, .list(items)), at: now)
    }

    private mutating func click(_ x: Int, _ y: Int, _ button: Int?, at now: HostTime) -> [Effect] {
        let place = (column: min(max(0, x), terminal.columns - 1), row: min(max(0, y / 2), terminal.rows - 1))
        func event(_ kind: MouseEvent.Kind) -> MouseEvent { MouseEvent(kind, column: place.column, row: place.row) }
        let buttons: [MouseEvent.Button] = [.left, .middle, .right]
        guard let button, buttons.indices.contains(button) else { return point(event(.move), at: now) }
        return point(event(.press(buttons[button])), at: now) + point(event(.release(buttons[button])), at: now)
    }

    // MARK: Texts and keys

    private mutating func show(_ text: String, _ milliseconds: Int?, at now: HostTime) {
        var message = Message(SafeText.clean(text, limit: 500), at: now)
        if let milliseconds { message.until = now + .milliseconds(milliseconds) }
        self.message = message
    }

    private static func key(_ name: String, of command: String) throws(CommandError) -> KeyPress {
        guard let key = KeyName.key(name) else { throw .badArgument(command, value: name) }
        guard case .key(let press) = key else { throw .failed(command) }
        return press
    }

    private mutating func pressKey(
        _ name: String, _ state: BoundKeyEvent.State, at now: HostTime
    ) throws(CommandError) -> [Effect] {
        let press = try Self.key(name, of: "keypress")
        // Limits the nesting, because a key may press itself.
        guard program.keyStates.count < 4 else { throw .failed("keypress") }
        program.keyStates.append(state)
        defer { program.keyStates.removeLast() }
        return self.press(press, at: now)
    }

    private mutating func holdKey(_ name: String, at now: HostTime) throws(CommandError) -> [Effect] {
        let key = try Self.key(name, of: "keydown")
        let released = try releaseKey(nil, at: now)
        let effects = try pressKey(name, .down, at: now)
        program.heldKey = HeldKey(key: key, name: name, repeatsAt: now + HeldKey.delay)
        return released + effects
    }

    /// - Parameter name: `nil` for the held key.
    private mutating func releaseKey(_ name: String?, at now: HostTime) throws(CommandError) -> [Effect] {
        let key = try name.map { name throws(CommandError) in try Self.key(name, of: "keyup") }
        guard let held = program.heldKey, key == nil || key == held.key else { return [] }
        program.heldKey = nil
        // Only scripts get the release. Other commands run when the key goes down.
        let isOfScripts = boundCommands(held.key).contains { $0.command.isScriptBinding }
        return isOfScripts ? try pressKey(held.name, .up, at: now) : []
    }

    /// Repeats a held key whose commands mpv repeats.
    package mutating func repeatHeldKey(at now: HostTime) -> [Effect] {
        guard let held = program.heldKey, held.repeatsAt <= now else { return [] }
        program.heldKey?.repeatsAt = now + HeldKey.interval
        let commands = boundCommands(held.key)
        let repeats =
            commands.isEmpty
            ? defaultAction(held.key)?.isRepeatable == true
            : commands.contains { $0.command.isRepeatable }
        return repeats ? (try? pressKey(held.name, .repeated, at: now)) ?? [] : []
    }

    private func bindingMessage(_ name: String, _ argument: String) -> ClientMessage {
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        let words = BoundKeyEvent.words(parts.last ?? name, argument: argument, program.boundKey)
        return ClientMessage(to: parts.count == 2 ? parts[0] : nil, words)
    }
}

/// A key that a command holds down until another command releases it.
struct HeldKey: Sendable, Equatable {
    /// mpv's `--input-ar-delay`, and the interval of its `--input-ar-rate`.
    static let delay = HostTime.milliseconds(200)
    static let interval = HostTime.milliseconds(25)

    let key: KeyPress
    let name: String
    var repeatsAt: HostTime
}

extension JSONValue {
    /// Returns the object with `value` at `path`. Values along the path that are not objects are replaced by objects.
    fileprivate func setting(_ value: JSONValue, at path: ArraySlice<String>) -> JSONValue {
        guard let name = path.first else { return value }
        var fields = fields
        fields[name] = (fields[name] ?? .null).setting(value, at: path.dropFirst())
        return .object(sorting: fields)
    }
}

extension PlayerCommand {
    fileprivate var isScriptBinding: Bool { if case .scriptBinding = self { true } else { false } }

    fileprivate var isRepeatable: Bool {
        switch self {
        case .seek, .revertSeek, .frameStep, .add, .multiply, .playlistMove, .showProgress, .subtitle(.seek),
            .subtitle(.step), .scriptBinding:
            true
        default: false
        }
    }
}

extension KeyAction {
    /// Returns `nil` for a retry after a failure, because no key has this action.
    init?(_ control: ControlCommand) {
        switch control {
        case .jumpBack: self = .jumpBack
        case .skipPart: self = .leavePart
        case .learnMore: self = .learnMore
        case .pictureOnly: self = .toggleScreenMode
        case .controlBar: self = .cycleBar
        case .statistics: self = .toggleStatistics
        case .help: self = .toggleHelp
        case .scaling: self = .cycleScaling
        case .channels: self = .cycleChannels
        case .goTo: self = .prefix
        case .focusNext: self = .moveFocus(1)
        case .focusPrevious: self = .moveFocus(-1)
        case .activate: self = .activate
        case .back: self = .back
        case .redraw: self = .redraw
        case .home: self = .home(.toggle)
        case .openLocation: self = .home(.openLocation)
        case .roomReload: self = .room(.reload)
        case .roomNextPart: self = .room(.movePart(1))
        case .roomPreviousPart: self = .room(.movePart(-1))
        case .retry: return nil
        }
    }
}

// MARK: Sounds in files of their own

extension AppState {
    private func add(_ file: PlayerCommand.TrackFile) throws(CommandError) -> [Effect] {
        guard snapshot.item != nil, snapshot.part == .main else { throw .failed("audio-add") }
        let known = snapshot.tracks.first { $0.external?.name == AddressText.shown(file.path) }
        if file.mode == .cached, let known { return [.command(.selectTrack(.audio, id: known.id))] }
        return [.addSound(TrackFileRequest(file))]
    }

    /// - Parameter number: from 1, or `nil` for the current sound.
    private func externalSound(_ number: Int?, _ command: String) throws(CommandError) -> Int {
        let sounds = snapshot.tracks.filter { if case .audio = $0.kind { true } else { false } }
        let place = number.map { $0 - 1 } ?? sounds.firstIndex { $0.id == snapshot.audioTrack } ?? -1
        guard sounds.indices.contains(place), sounds[place].external != nil else { throw .failed(command) }
        return sounds[place].id
    }
}
