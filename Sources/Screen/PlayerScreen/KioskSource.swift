package import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
package import TUI

/// Limits a viewer's session on a public kiosk and reports watched items. Main thread; never blocks.
package final class KioskSource: LoopSource {
    private let idleTimeout: HostTime?
    private let end: HostTime?
    private let begun: HostTime
    private let clock: any HostClock
    private let tell: (String) -> Void
    private var isWarned = false
    private var playedAt = HostTime.zero
    private var idleAt: HostTime?
    /// The message for the viewer's screen if the kiosk ended the session, or `nil` if the viewer left.
    package private(set) var farewell: String?

    private static let warning = HostTime.seconds(60)

    /// - Parameter idleTimeout: the longest time without a key while nothing plays.
    package init(
        idleTimeout: HostTime?, limit: HostTime?, clock: any HostClock = SystemClock(),
        tell: @escaping (String) -> Void
    ) {
        self.idleTimeout = idleTimeout
        self.clock = clock
        self.tell = tell
        begun = clock.now
        end = limit.map { clock.now + $0 }
        idleAt = idleTimeout.map { clock.now + $0 }
    }

    package var nextDeadline: HostTime? {
        let limit = end.map { isWarned ? $0 : $0 - Self.warning }
        return HostTime.earlier(idleAt, limit)
    }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        let now = clock.now
        if let idleTimeout {
            if loop.state.snapshot.status == .playing { playedAt = now }
            idleAt = max(begun, loop.inputAt, playedAt) + idleTimeout
            if let idleAt, now >= idleAt {
                return leave(loop, tr("You pressed no key for a long time: the session ends."))
            }
        }
        guard let end else { return [] }
        if now >= end { return leave(loop, tr("The session has reached its time limit.")) }
        if !isWarned, now >= end - Self.warning {
            isWarned = true
            loop.configure {
                $0.announce(Message(tr("This session ends in a minute"), .warning, outlivesItem: true, at: now))
            }
        }
        return []
    }

    private func leave(_ loop: UILoop, _ words: String) -> [AppAction] {
        farewell = words
        loop.leave()
        return []
    }

    package func itemBegan(_ loop: UILoop) -> [AppAction] {
        if let item = loop.state.list.current?.videoID { tell(item) }
        return []
    }
}
