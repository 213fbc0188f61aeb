import CALSA
import CPlatform
import Glibc
import Media
package import PlayCore
import SoundWire

/// Accepts players, plays the newest of them, and reports to it. One thread: the caller of ``run(until:_:)``.
package final class SoundListener {
    package enum News: Sendable, Equatable {
        case playerCame
        /// - Parameter underruns: how often the sound stopped for lack of packets.
        case playerLeft(underruns: Int)
        case playerReplaced
        case deviceChanged(AudioSinkStatus.Device)
        /// The peer is no player, or has another version or secret.
        case refused(Reason)
        case noDecoder
    }

    package enum Reason: Sendable, Equatable {
        case notAPlayer
        case version
        case secret
        case protocolViolation
    }

    /// The limit of connections without a hello. No legitimate use has more at once.
    private static let mostStrangers = 4

    private let listener: Int32
    private let secret: [UInt8]?
    private let deviceName: String
    private let clock = SystemClock()
    private var strangers: [PlayerPeer] = []
    private var player: PlayerPeer?

    /// `listener` is a listening socket (``IPCSocket``), which the caller closes. `deviceName` is ALSA's.
    package init(_ listener: Int32, secret: [UInt8]?, deviceName: String) {
        (self.listener, self.secret, self.deviceName) = (listener, secret, deviceName)
    }

    /// - Parameter ends: descriptors. The first that becomes readable or closed ends the loop.
    package func run(until ends: [Int32], _ tell: (News) -> Void) {
        defer { leave(tell) }
        while true {
            let peers = strangers + [player].compactMap(\.self)
            var entries = (ends + [listener] + peers.map(\.descriptor)).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            _ = poll(&entries, nfds_t(entries.count), waitingTime(peers))
            if entries.prefix(ends.count).contains(where: { $0.revents != 0 }) { return }
            for (peer, entry) in zip(peers, entries.dropFirst(ends.count + 1)) where entry.revents != 0 {
                serve(peer, tell) { peer throws(PlayerPeer.Ending) in
                    try peer.receive { message throws(PlayerPeer.Ending) in try obey(message, peer, tell) }
                }
            }
            if entries[ends.count].revents != 0 { accept() }
            look(tell)
        }
    }

    private func waitingTime(_ peers: [PlayerPeer]) -> Int32 {
        let now = clock.now
        guard let next = peers.map({ $0.session.nextLook(at: now) }).min() else { return -1 }
        return Int32(clamping: (max(.zero, next - now).nanoseconds + 999_999) / 1_000_000)
    }

    private func accept() {
        guard let descriptor = IPCSocket.accept(listener) else { return }
        strangers.append(PlayerPeer(descriptor, secret: secret, at: clock.now))
        if strangers.count > Self.mostStrangers { strangers.removeFirst() }
    }

    // MARK: One player

    private func obey(
        _ message: PlayerMessage, _ peer: PlayerPeer, _ tell: (News) -> Void
    ) throws(PlayerPeer.Ending) {
        let action = peer.session.receive(message, queued: peer.ear?.queued ?? 0, at: clock.now)
        switch action {
        case nil: break
        case .greet(let hello):
            try peer.send(hello)
            try hear(peer, tell)
        case .hear(let packet): peer.ear?.hear(packet)
        case .flush(let generation): peer.ear?.flush(to: generation)
        case .play: peer.ear?.play()
        case .pause: peer.ear?.pause()
        case .mix(let mix): peer.ear?.mix(mix)
        case .finish(let generation): peer.ear?.finish(generation)
        case .refuse(let reason):
            try peer.send(.refusal(reason))
            throw .refused(reason)
        }
    }

    private func hear(_ peer: PlayerPeer, _ tell: (News) -> Void) throws(PlayerPeer.Ending) {
        let ear: Ear
        do throws(MediaError) {
            ear = try Ear(deviceName: deviceName)
        } catch {
            Log.shared.write(.error, "sound", "\(error)")
            tell(.noDecoder)
            throw .gone
        }
        strangers.removeAll { $0 === peer }
        let old = player
        player = peer
        peer.ear = ear
        if let old {
            dismiss(old)
            tell(.playerReplaced)
        } else {
            tell(.playerCame)
        }
    }

    private func dismiss(_ old: PlayerPeer) {
        do throws(PlayerPeer.Ending) {
            try old.send(.refusal(.takenOver))
        } catch {
            // The peer has left, so it gets no message.
        }
        old.ear?.close()
    }

    private func serve(
        _ peer: PlayerPeer, _ tell: (News) -> Void, _ body: (PlayerPeer) throws(PlayerPeer.Ending) -> Void
    ) {
        do throws(PlayerPeer.Ending) {
            try body(peer)
        } catch {
            let wasHeard = player === peer
            let underruns = peer.ear?.underruns ?? 0
            peer.ear?.close()
            strangers.removeAll { $0 === peer }
            if wasHeard { player = nil }
            if let reason = reason(error, peer) { tell(.refused(reason)) }
            if wasHeard { tell(.playerLeft(underruns: underruns)) }
        }
    }

    /// Returns `nil` if the peer only left.
    private func reason(_ ending: PlayerPeer.Ending, _ peer: PlayerPeer) -> Reason? {
        switch ending {
        case .gone: return nil
        case .malformed:
            do throws(PlayerPeer.Ending) {
                try peer.send(.refusal(.protocolError))
            } catch {
                // The peer has left, so it gets no message.
            }
            return peer.ear == nil ? .notAPlayer : .protocolViolation
        case .refused(.version): return .version
        case .refused(.secret): return .secret
        case .refused: return .protocolViolation
        }
    }

    // MARK: Time

    private func look(_ tell: (News) -> Void) {
        let now = clock.now
        strangers.removeAll { $0.session.isOverdue(at: now) }
        guard let player, let ear = player.ear else { return }
        let device = ear.device
        if device != player.told {
            player.told = device
            tell(.deviceChanged(device))
        }
        serve(player, tell) { player throws(PlayerPeer.Ending) in
            try player.flush()
            // A report that cannot be sent now would be outdated later.
            guard player.canSend else { return }
            let report = player.session.report(
                ear.reading, queued: ear.queued, underruns: ear.underruns, at: clock.now)
            if let report { try player.send(.report(report)) }
        }
    }

    private func leave(_ tell: (News) -> Void) {
        if let ear = player?.ear {
            tell(.playerLeft(underruns: ear.underruns))
            ear.close()
        }
        player = nil
        strangers = []
    }
}
