import Cells
import Classes
import PlayCore
import PlaybackModel
import ScreenKit

extension AppState {
    /// Returns the advert's number, its remaining time, and the possible actions.
    func advertLine(at now: HostTime) -> String? {
        guard let advert = snapshot.advert, let number = advert.number else { return nil }
        let glyphs = Glyphs(isASCII: terminal.isASCII)
        var parts = [advert.count > 1 ? tr("Ad %1/%2", "\(number)", "\(advert.count)") : tr("Ad")]
        if let left = advert.left(at: now) { parts[0] += " " + TimeText.format(left) }
        if let wait = advert.wait(at: now) {
            let time = TimeText.format(.seconds(Int(wait.inSeconds.rounded(.up))))
            parts.append(wait > .zero ? tr("can be skipped in %1", time) : tr("%1 skips it", keyName(.leavePart)))
        }
        if advert.page != nil { parts.append(tr("%1 to learn more", keyName(.learnMore))) }
        let title = SafeText.clean(advert.title ?? "", limit: 80)
        if !title.isEmpty { parts.append(title) }
        return parts.joined(separator: " " + glyphs.separator + " ")
    }

    private func keyName(_ action: KeyAction) -> String {
        keymap.name(of: action, isASCII: terminal.isASCII, within: terminal.keyReach) ?? "?"
    }

    func nextAdvertSecond(after now: HostTime) -> HostTime? {
        guard let advert = snapshot.advert, advert.clock.isRunning else { return nil }
        return [advert.left(at: now), advert.wait(at: now)].compactMap { $0 }.filter { $0 > .zero }.map { left in
            let rest = (left.nanoseconds - 1) % 1_000_000_000 + 1
            return now + advert.clock.rate.host(for: MediaTime(nanoseconds: rest)) + HostTime(nanoseconds: 2)
        }.min()
    }

    /// Returns `nil` if no advert plays.
    mutating func skipAdvert(at now: HostTime) -> [Effect]? {
        guard let advert = snapshot.advert else { return nil }
        switch advert.wait(at: now) {
        case nil: message = Message(tr("This ad cannot be skipped"), at: now)
        case .zero?: return [.command(.skipAdvert)]
        case let wait?:
            let time = TimeText.format(.seconds(Int(wait.inSeconds.rounded(.up))))
            message = Message(tr("This ad can be skipped in %1", time), at: now)
        }
        return []
    }

    mutating func learnMore(at now: HostTime) -> [Effect] {
        guard let advert = snapshot.advert else {
            message = Message(tr("No ad is playing"), at: now)
            return []
        }
        guard let page = advert.page.flatMap(LinkFinder.address) else {
            message = Message(tr("This ad has no page"), at: now)
            return []
        }
        return [.command(.followAdvert), .learnMore(page)]
    }
}
