import Cells
import HomeScreen
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

extension AppState {
    mutating func perform(_ action: KeyAction, at now: HostTime) -> [Effect] {
        switch action {
        case .togglePause: return togglePause()
        case .seek(let seconds, let mode): return seekBy(.seconds(seconds), mode, at: now)
        case .seekChapter(let step): return seekChapter(step, at: now)
        case .seekStart: return seek(.absolute(.zero), .keyframe, at: now)
        case .seekEnd: return seek(.percent(100), .keyframe, at: now)
        case .seekTenths(let count): return seek(.percent(Double(count) * 10), .keyframe, at: now)
        case .revertSeek: return revertSeek(at: now)
        case .jumpBack: return jumpBack(at: now)
        case .leavePart: return skipAdvert(at: now) ?? leavePart(at: now)
        case .learnMore: return learnMore(at: now)
        case .step(let count): return ask(.step(count))
        case .multiplyRate(let factor): return setRate(PlaybackRate(snapshot.rate.value * factor), at: now)
        case .resetRate: return setRate(.normal, at: now)
        case .changeVolume(let change): return setVolume(snapshot.volume + change, at: now)
        case .toggleMute: return toggleMute(at: now)
        case .cycleChannels: return cycleChannels(at: now)
        case .cycleAudioTrack: return cycleAudioTrack(at: now)
        case .changeAudioDelay(let milliseconds): return changeAudioDelay(by: milliseconds, at: now)
        case .toggleSilence: return toggleSilence(at: now)
        case .cycleVideoTrack: return cycleVideoTrack(at: now)
        case .toggleAudioOnly: return toggleAudioOnly(at: now)
        case .open(let kind): return open(kind, at: now)
        case .downloads(let verb): return manage(verb, at: now)
        case .list: break
        case .cycleLayout: cycleLayout(at: now)
        case .goToLive: return goToLive(at: now)
        case .adjust(let property, let step): return adjust(property, by: step, at: now)
        case .view(let change): return self.change(change, at: now)
        case .cycleSubtitles(let step): return cycleSubtitles(step, at: now)
        case .toggleSubtitles(let slot): return toggleSubtitles(slot, at: now)
        case .changeSubtitleDelay(let milliseconds): return changeSubtitleDelay(by: milliseconds, at: now)
        case .moveSubtitles(let rows): return moveSubtitles(by: rows, at: now)
        case .seekSubtitle(let step): return seekSubtitle(step, at: now)
        case .toggleABLoop: return toggleABLoop(at: now)
        case .toggleLoopFile: return toggleLoopFile(at: now)
        case .cycleScaling: return cycleScaling(at: now)
        case .toggleScreenMode:
            bar.isFullScreen.toggle()
            bar.lastInput = bar.isFullScreen ? nil : now
        case .toggleFloating: toggleFloating(at: now)
        case .toggleDanmaku: toggleDanmaku(at: now)
        case .cycleBar: cycleBar(at: now)
        case .showProgress: showProgress(at: now)
        case .toggleOSD: toggleOSD(at: now)
        case .toggleStatistics: toggleStatistics(at: now)
        case .toggleHelp: help = help == nil ? HelpPage() : nil
        case .prefix: sequence = KeySequence(isPrefix: true)
        case .moveItem(let step): return turnPage(step, at: now)
        case .activate: return activate(at: now)
        case .moveFocus(let step): moveFocus(step)
        case .back: return stepBack(at: now)
        case .redraw: return [.redraw]
        case .screenshot(let kind): return takeScreenshot(kind, at: now)
        case .room(let action): return perform(action, at: now)
        case .live(let action): return perform(action, at: now)
        case .home(let verb): return browse(verb, at: now)
        case .leave: return leaveClass { $0.leave(at: now) }
        case .quit: return leaveClass { _ in [.quit] }
        }
        return []
    }

    mutating func activate(_ tag: ControlTag, at now: HostTime) -> [Effect] {
        switch tag {
        case .playback: return togglePause()
        case .previous: return [.move(-1)]
        case .next: return [.move(1)]
        case .title: return open(.playlist, at: now)
        case .jumpBack: return jumpBack(at: now)
        case .duration: bar.showsRemaining.toggle()
        case .volume: return toggleMute(at: now)
        case .currentTime: bar.showsMilliseconds.toggle()
        case .speed: return open(.speeds, at: now)
        case .closedCaption: return open(.captions, at: now)
        case .definition: return open(.definitions, at: now)
        case .externalRoute: return open(.audioDevices, at: now)
        case .live: return goToLive(at: now)
        case .screenMode: return perform(.toggleScreenMode, at: now)
        case .goggles: return perform(.view(.toggleGoggles), at: now)
        case .timeSeparator, .progress, .empty, .logo, .text: break
        }
        return []
    }

    private mutating func activate(at now: HostTime) -> [Effect] {
        guard let focus = bar.focus else { return [.move(1)] }
        return activate(focus, at: now)
    }

    /// Pauses or plays. At the end, plays again from the start; starts a stopped item again.
    mutating func togglePause() -> [Effect] {
        background.noteDecision()
        switch snapshot.status {
        case .reachEnd: return ask(.seek(.absolute(.zero), .keyframe), to: .zero) + ask(.play)
        case .stopped where playlist.count > 0: return [.retry]
        default: return ask(.togglePause)
        }
    }

    private mutating func cycleBar(at now: HostTime) {
        bar.visibility = bar.visibility.next
        switch bar.visibility {
        case .never: message = Message(tr("Control bar: never"), at: now)
        case .auto: message = Message(tr("Control bar: automatic"), at: now)
        case .always: message = Message(tr("Control bar: always"), at: now)
        }
    }

    private mutating func showProgress(at now: HostTime) {
        let position = shownPosition(at: now)
        message = nil
        guard let duration = snapshot.duration, duration > .zero else {
            sayTitle(TimeText.format(position), at: now)
            return
        }
        let percent = TimeText.decimal(position.inSeconds / duration.inSeconds * 100, digits: 0)
        if bar.visibility != .never {
            // The bar appears with the key and shows the time, so the message does not.
            sayTitle(tr("%1%%", percent), at: now)
            return
        }
        sayTitle(
            tr(
                "%1 / %2 (%3%%)", TimeText.format(position, like: duration), TimeText.format(duration), percent),
            at: now)
    }
}
