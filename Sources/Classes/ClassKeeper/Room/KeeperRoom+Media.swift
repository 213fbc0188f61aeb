package import ClassAccess
import ClassRules
import Classes
package import PlayCore

extension KeeperRoom {
    package mutating func asked(
        _ hook: MediaHook, by user: String, at now: KeeperTime
    ) -> (isAllowed: Bool, outcome: KeeperOutcome) {
        latest = now.host
        guard permits(hook, by: user) else { return (false, KeeperOutcome()) }
        guard hook.call == .publish else {
            media.play(hook.client, user, hook.name)
            return (true, KeeperOutcome())
        }
        var outcome = KeeperOutcome()
        // The previous connection of a reconnecting publisher may still exist.
        outcome.cuts = media.clients(publishing: hook.name, by: MediaLink(client: hook.client)).map {
            MediaCut(.publisher, client: $0, name: hook.name)
        }
        for cut in outcome.cuts { media.remove(cut.client, end: nil) }
        media.add(hook.client, hook.name, at: now.host)
        outcome.add(settleMedia(of: user, at: now))
        return (true, outcome)
    }

    package func permits(_ hook: MediaHook, by user: String) -> Bool {
        guard people[user]?.isExcluded != true else { return false }
        guard hook.call == .publish else { return true }
        let carries = hook.name.kind.carriesSound
        return user == hook.name.user && kept.machine.refusalToSend(user, audio: carries, video: !carries) == nil
    }

    package mutating func ended(_ hook: MediaHook, at now: KeeperTime) -> KeeperOutcome {
        latest = now.host
        guard hook.call == .publishDone else {
            media.stopPlaying(hook.client)
            return KeeperOutcome()
        }
        guard media.streams[hook.client]?.name == hook.name else { return KeeperOutcome() }
        let user = hook.name.user
        // A student stops speaking with the last stream, but a short interruption does not count.
        let isLast = media.streams(of: user).count == 1
        let waits = isLast && kept.state.live.speakers[user] != nil
        media.remove(hook.client, end: waits ? now.host + RoomMedia.grace : nil)
        return settleMedia(of: user, at: now)
    }

    package mutating func found(
        _ publishers: [String: MediaStreamName], asked: HostTime, at now: KeeperTime
    ) -> KeeperOutcome {
        latest = now.host
        // The occupants are unknown before the keeper has entered the room.
        guard isInside else { return KeeperOutcome() }
        media.reconcile(publishers, asked: asked)
        isMediaKnown = true
        return settleMedia(at: now)
    }

    mutating func expireMedia(at now: KeeperTime) -> KeeperOutcome {
        guard let deadline = media.nextDeadline, deadline <= now.host else { return KeeperOutcome() }
        media.expire(at: now.host)
        return settleMedia(at: now)
    }

    private mutating func settleMedia(at now: KeeperTime) -> KeeperOutcome {
        var outcome = KeeperOutcome()
        let known = kept.state.users.list.elements.filter(\.media.sends).map(\.user.id)
        for user in media.users.union(known).sorted() { outcome.add(settleMedia(of: user, at: now)) }
        return outcome
    }

    private mutating func settleMedia(of user: String, at now: KeeperTime) -> KeeperOutcome {
        var sent = media.sent(by: user)
        if !isMediaKnown, let before = kept.state.users.list[user]?.media { sent.add(before) }
        return publish(kept.media(sent, at: now.wall), at: now)
    }

    /// Returns the cuts of exactly the streams that are not allowed.
    func cutOff(_ user: String, audio: Bool, video: Bool) -> KeeperOutcome {
        var outcome = KeeperOutcome()
        outcome.cuts = media.streams(of: user).filter { $0.name.kind.carriesSound ? audio : video }.map {
            MediaCut(.publisher, client: $0.client, name: $0.name)
        }
        return outcome
    }

    func cutPlayers(of user: String) -> KeeperOutcome {
        var outcome = KeeperOutcome()
        outcome.cuts = media.players(of: user).map { MediaCut(.subscriber, client: $0.client, name: $0.name) }
        return outcome
    }
}

package struct MediaCut: Sendable, Equatable {
    package enum Side: String, Sendable {
        case publisher, subscriber
    }

    package let side: Side
    package let client: String
    package let name: MediaStreamName

    init(_ side: Side, client: String, name: MediaStreamName) {
        self.side = side
        self.client = client
        self.name = name
    }
}

extension MediaUser {
    fileprivate mutating func add(_ other: MediaUser) {
        hasVideo = hasVideo || other.hasVideo
        hasAudio = hasAudio || other.hasAudio
        hasSmallVideo = hasSmallVideo || other.hasSmallVideo
        hasShared = hasShared || other.hasShared
        hasSharedAudio = hasSharedAudio || other.hasSharedAudio
    }
}

extension MediaStreamName.Kind {
    package var carriesSound: Bool {
        switch self {
        case .audio, .sharedAudio: true
        case .video, .smallVideo, .shared: false
        }
    }
}
