import Cells
package import Commands
import Encoding
import Lists
import Localization
package import PlayCore
import PlaybackModel
import Subtitles
import Text

// Commands of input.conf and of remote controls. What a key of the table does too goes the same way as that key.
extension AppState {
    package func propertyContext(at now: HostTime) -> PropertyContext {
        var context = PropertyContext(
            snapshot: snapshot, position: shownPosition(at: now),
            playlist: list)
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
        context.itemNumber = program.begunItems
        context.lastEnding = program.lastEnding
        return context
    }

    /// The commands of a key; the viewer reads what goes wrong.
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

    /// One command. Nothing changes when it throws.
    package mutating func run(_ bound: BoundCommand, at now: HostTime) throws(CommandError) -> [Effect] {
        let message = message
        defer { if bound.isQuiet { self.message = message } }
        switch bound.command {
        case .ignore: return []
        case .seek(let amount, let mode): return try go(amount, mode, at: now)
        case .revertSeek:
            try expect(.revertSeek, for: "seek")
            return perform(.revertSeek, at: now)
        case .frameStep(let count):
            let step = PlaybackCommand.step(count)
            try expect(step, for: count < 0 ? "frame-back-step" : "frame-step")
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
        case .screenshot("window"): return try answeredScreenshot(.shown, at: now)
        case .screenshot(let words) where ["", "video", "subtitles"].contains(words):
            return try answeredScreenshot(.source, at: now)
        case .loadFile, .playlist, .screenshot: return [.external(bound.command)]
        case .showText(let text, let milliseconds):
            show(bound.isRaw ? text : PropertyExpansion.expand(text, propertyContext(at: now)), milliseconds, at: now)
            return []
        case .showProgress: return perform(.showProgress, at: now)
        case .abLoop:
            try expect(.seek(.absolute(shownPosition(at: now)), .exact), for: "seek")
            return perform(.toggleABLoop, at: now)
        case .keyPress(let name): return try pressKey(name, at: now)
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

    // MARK: Places

    private mutating func go(
        _ amount: PlayerCommand.SeekAmount, _ mode: SeekMode, at now: HostTime
    ) throws(CommandError) -> [Effect] {
        try expect(.seek(.relative(.zero), mode), for: "seek")
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

    /// - Parameter name: of the command that fails.
    private func expect(_ command: PlaybackCommand, for name: String) throws(CommandError) {
        if snapshot.refusal(of: command) != nil { throw .failed(name) }
    }

    private func play(_ index: Int) throws(CommandError) -> [Effect] {
        guard (0..<playlist.count).contains(index) else { throw .failed("playlist-play-index") }
        return index == playlist.index ? [.retry] : [.moveTo(index)]
    }

    // MARK: Properties

    private mutating func change(_ command: PlayerCommand, at now: HostTime) throws(CommandError) -> [Effect] {
        let context = propertyContext(at: now)
        // What the keys do has words of its own, and an end that plays again.
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
            // Whoever has the list has not done it yet.
            tell(name, text: value.propertyText ?? "", at: now)
            return [.external(command)]
        case .subtitles(let change): return apply(change, at: now)
        case .session(let command):
            let effects = try apply(command, at: now)
            if !effects.isEmpty { return effects }
            let request = ask(command)
            tell(name, at: now)
            return request
        }
        tell(name, at: now)
        return []
    }

    /// What a key does too, in its words; empty: nothing of that kind.
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

    private mutating func tell(_ name: String, at now: HostTime) {
        tell(name, text: PropertyExpansion.expand("${\(name)}", propertyContext(at: now)), at: now)
    }

    private mutating func tell(_ name: String, text: String, at now: HostTime) {
        message = Message(tr("%1: %2", SafeText.clean(name, limit: 40), SafeText.clean(text, limit: 100)), at: now)
    }

    // MARK: Texts and keys

    private mutating func show(_ text: String, _ milliseconds: Int?, at now: HostTime) {
        var message = Message(SafeText.clean(text, limit: 500), at: now)
        if let milliseconds { message.until = now + .milliseconds(milliseconds) }
        self.message = message
    }

    private mutating func pressKey(_ name: String, at now: HostTime) throws(CommandError) -> [Effect] {
        guard let key = KeyName.key(name) else { throw .badArgument("keypress", value: name) }
        // A key that presses itself must not go on for ever.
        guard case .key(let press) = key, program.keyPressDepth < 4 else { throw .failed("keypress") }
        program.keyPressDepth += 1
        defer { program.keyPressDepth -= 1 }
        return self.press(press, at: now)
    }
}

extension KeyAction {
    /// Nil: trying again after a failure, which no key means alone.
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
