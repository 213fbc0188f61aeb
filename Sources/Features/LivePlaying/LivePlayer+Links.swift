import ClassAccess
import ClassRules
import PlayCore
package import Rooms
import WebStreams

/// By which link streams come: over TCP where UDP fails, and back.
extension LivePlayer {
    /// What is received goes over to it at once.
    package func choose(_ link: LiveLink) {
        self.link = link
        forgetFallback()
        for name in streams.keys { end(name) }
        follow(view, at: clock.now)
    }

    /// The class has a server for it.
    package func hasServer(for link: LiveLink) -> Bool { view?.media.server(link.serverName) != nil }

    func forgetFallback() {
        (isBlocked, toldFallback, wayBack, trying) = (false, false, DatagramReturn(), [])
    }

    /// Told once: a class has many streams.
    func noteFallback(at now: HostTime) {
        var failures: [LinkFailure] = []
        for (name, stream) in streams {
            let failure = stream.receiver.status.udpFailure
            guard failure != stream.known else { continue }
            streams[name]?.known = failure
            if failure != nil { wayBack.fall(at: now) }
            if let failure, failure != .absent { failures.append(failure) }
        }
        isBlocked = isBlocked || failures.contains(.blocked)
        guard let failure = failures.contains(.blocked) ? .blocked : failures.first, !toldFallback else { return }
        toldFallback = true
        news.append(.fellBack(failure))
    }

    /// What goes over TCP, and is to go over UDP, tries that again when it is time.
    func tryDatagrams(at now: HostTime) {
        guard link == .udp, let media = view?.media, media.server(LiveLink.udp.serverName) != nil else {
            return wayBack.rest()
        }
        noteTrials(at: now)
        let missing = streams.filter { $0.value.receiver.status.link == .tcp }
        guard !missing.isEmpty else { return wayBack.rest() }
        guard trying.isEmpty else { return }
        guard let due = wayBack.due else { return wayBack.miss(at: now, chance: .random(in: 0...1)) }
        guard due <= now else { return }
        wayBack.begin()
        for name in isBlocked ? [scout(of: missing)] : Array(missing.keys) {
            guard let datagrams = datagrams(name, media) else { continue }
            streams[name]?.receiver.tryDatagrams(datagrams)
            trying.insert(name)
        }
    }

    /// Another one each time: whoever sends it may not send it over UDP.
    private func scout(of missing: [MediaStreamName: Stream]) -> MediaStreamName {
        let known = missing.filter { $0.value.known != .absent }
        let names = (known.isEmpty ? missing : known).keys.sorted { $0.text < $1.text }
        tries += 1
        return names[tries % names.count]
    }

    /// What became of those that tried.
    private func noteTrials(at now: HostTime) {
        var (isBlocked, works) = (isBlocked, false)
        for name in trying {
            guard let status = streams[name]?.receiver.status, status.trial != .underWay else { continue }
            trying.remove(name)
            if status.link == .udp { works = true }
            if status.trial == .failed(.blocked) { isBlocked = true }
        }
        self.isBlocked = isBlocked && !works
        if works { noteReturn(at: now) }
    }

    /// Told if its end was.
    private func noteReturn(at now: HostTime) {
        wayBack.succeed(at: now)
        guard toldFallback else { return }
        toldFallback = false
        news.append(.cameBack)
    }
}
