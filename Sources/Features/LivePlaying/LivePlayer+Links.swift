import Addresses
import ClassAccess
import ClassRules
import Localization
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
        fallback = nil
    }

    /// Reported once, because a class has many streams, and only once something comes over TCP.
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
        fallback = failures.contains(.blocked) ? .blocked : fallback ?? failures.first
        noteBarrier()
        let comes = streams.values.contains { stream in
            let status = stream.receiver.status
            return status.link == .tcp && status.phase == .running
        }
        guard let failure = fallback, comes, !toldFallback else { return }
        (toldFallback, fallback) = (true, nil)
        news.append(.fellBack(failure))
    }

    /// Tells once that others send and nothing of it comes by any link. What came once was not held up by a firewall.
    private func noteBarrier() {
        guard !toldBarrier else { return }
        let statuses = streams.values.map(\.receiver.status)
        let hasCome = statuses.contains { $0.arrival != nil }
        toldBarrier = hasCome || Self.isBarred(statuses)
        if toldBarrier, !hasCome { news.append(.barred(barredPlaces)) }
    }

    /// Whether each stream broke before anything came, twice at least: a server may just be starting.
    static func isBarred(_ streams: [LiveStreamStatus]) -> Bool {
        !streams.isEmpty
            && streams.allSatisfy { status in
                guard case .broken = status.phase else { return false }
                return status.arrival == nil && status.connections > 1
            }
    }

    /// What a firewall would have to let through.
    private var barredPlaces: String {
        let tcp = view?.media.server(LiveLink.tcp.serverName).flatMap { Address($0.address) }
        let udp = view?.media.server(LiveLink.udp.serverName).flatMap { Address($0.address) }
        return [tcp.map { "TCP \($0.host):\($0.port ?? 1935)" }, udp.map { "UDP \($0.host)" }]
            .compactMap(\.self).listed
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
