import ClassAccess
import PlayCore

extension KeeperLoop {
    struct HookAnswer: Sendable {
        var isAllowed: Bool
        var cuts: [MediaCut] = []
    }

    func answer(_ hook: MediaHook) -> HookAnswer {
        let now = KeeperTime.now
        let name = hook.name.room
        guard hook.call == .publish || hook.call == .play else {
            update(name, at: now) { $0.ended(hook, at: now) }
            return HookAnswer(isAllowed: true)
        }
        guard let token = MediaToken(hook.token, room: name, key: settings.tokenKey, at: now.wall / 1000) else {
            return HookAnswer(isAllowed: false)
        }
        var answer = HookAnswer(isAllowed: false)
        let isStored = update(name, at: now) { room in
            var (isAllowed, outcome) = room.asked(hook, by: token.user, at: now)
            answer.isAllowed = isAllowed
            answer.cuts = outcome.cuts.filter { $0.name == hook.name && $0.side == .publisher }
            outcome.cuts.removeAll { answer.cuts.contains($0) }
            return outcome
        }
        if !isStored { answer.isAllowed = false }
        return answer
    }

    func permits(_ hook: MediaHook) -> Bool {
        let name = hook.name.room
        let token = MediaToken(hook.token, room: name, key: settings.tokenKey, at: KeeperTime.now.wall / 1000)
        return token.flatMap { rooms[name]?.permits(hook, by: $0.user) } ?? false
    }

    func cut(_ cuts: [MediaCut]) {
        media?.cut(cuts.filter { MediaLink(client: $0.client) == .tcp })
        webRTC?.cut(cuts.filter { MediaLink(client: $0.client) == .udp })
    }

    func found(_ statistics: MediaStatistics, asked: HostTime) {
        let now = KeeperTime.now
        let byRoom = Dictionary(grouping: statistics.publishers) { $0.value.room }
        for name in rooms.keys.sorted() {
            let publishers = Dictionary(uniqueKeysWithValues: (byRoom[name] ?? []).map { ($0.key, $0.value) })
            update(name, at: now) { $0.found(publishers, asked: asked, at: now) }
        }
    }
}
