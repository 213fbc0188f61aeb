import Addresses
import ClassAccess
import ClassRules
package import Classes
import PlayCore
import WebRTC

/// The choice of links. Streams fall back to TCP if UDP fails, and return to UDP later.
extension LivePlayer {
    /// Running streams continue until they arrive over the chosen link.
    package func choose(_ link: LiveLink) {
        self.link = link
        forgetFallback()
        barrier = nil
        for name in streams.keys { relieve(name, at: clock.now) }
        follow(view, at: clock.now)
    }

    private func relieve(_ name: MediaStreamName, at now: HostTime) {
        guard let stream = streams[name], leaving[name] != nil || stream.receiver.status.phase == .running else {
            return end(name)
        }
        (streams[name], trying) = (nil, trying.subtracting([name]))
        guard leaving[name] == nil else { return stream.receiver.leave() }
        leaving[name] = LeavingStream(receiver: stream.receiver, until: now + LeavingStream.patience)
    }

    func changeOver(at now: HostTime) {
        for (name, old) in leaving {
            let new = streams[name]
            guard new?.receiver.status.phase == .running || now >= old.until else { continue }
            leaving[name] = nil
            old.receiver.leave()
            new?.isPlayed.withLock { $0 = true }
        }
    }

    var names: Set<MediaStreamName> { Set(streams.keys).union(leaving.keys) }

    package func hasServer(for link: LiveLink) -> Bool { view?.media.server(link.serverName) != nil }

    func forgetFallback() {
        (isBlocked, hasReportedFallback, wayBack, trying) = (false, false, DatagramReturn(), [])
        fallback = nil
    }

    /// Reports a fallback to TCP once for all streams, after something has arrived over TCP.
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
        guard let failure = fallback, comes, !hasReportedFallback else { return }
        (hasReportedFallback, fallback) = (true, nil)
        news.append(.fellBackToTCP(failure))
    }

    /// Reports once that nothing arrives although streams are sent. If anything has arrived, no firewall is the cause.
    private func noteBarrier() {
        guard !hasReceived else { return }
        let statuses = streams.values.map(\.receiver.status)
        hasReceived = statuses.contains { $0.arrival != nil }
        guard !hasReceived else { return barrier = nil }
        guard barrier == nil, Self.isBarred(statuses), let media = view?.media else { return }
        let places = media.places(of: link)
        barrier = places
        news.append(.barred(places))
    }

    /// Whether each stream broke at least twice before anything arrived. A single break may mean that a server is
    /// starting, or that UDP changes to TCP.
    static func isBarred(_ streams: [LiveStreamStatus]) -> Bool {
        !streams.isEmpty && streams.allSatisfy { $0.arrival == nil && $0.breaks > 1 }
    }

    /// Starts the next attempt to return to UDP when it is due, if streams arrive over TCP.
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
        for name in isBlocked ? [nextToTry(of: missing)] : Array(missing.keys) {
            guard let datagrams = datagrams(name, media) else { continue }
            streams[name]?.receiver.tryDatagrams(datagrams)
            trying.insert(name)
        }
    }

    /// Each attempt uses a different stream, because a sender may not use UDP.
    private func nextToTry(of missing: [MediaStreamName: Stream]) -> MediaStreamName {
        let known = missing.filter { $0.value.known != .absent }
        let names = (known.isEmpty ? missing : known).keys.sorted { $0.text < $1.text }
        tries += 1
        return names[tries % names.count]
    }

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

    private func noteReturn(at now: HostTime) {
        wayBack.succeed(at: now)
        guard hasReportedFallback else { return }
        hasReportedFallback = false
        news.append(.returnedToUDP)
    }
}

struct LeavingStream {
    /// The successor may take long, for example while hidden pictures are not decoded.
    static let patience = HostTime.seconds(10)

    let receiver: LiveReceiver
    let until: HostTime
}

extension ClassMedia {
    /// Returns the ports that a firewall must open for a link. Unverified; for messages.
    func places(of link: LiveLink) -> String {
        func place(_ link: LiveLink, _ port: (Server, Address) -> String?) -> String? {
            guard let server = server(link.serverName), let address = Address(server.address) else { return nil }
            return "\(link.shown) \(address.host)" + (port(server, address).map { ":" + $0 } ?? "")
        }
        let tcp = place(.tcp) { "\($1.port ?? 1935)" }
        let udp = link == .udp ? place(.udp) { server, _ in server.ports } : nil
        return [tcp, udp].compactMap(\.self).listed
    }
}
