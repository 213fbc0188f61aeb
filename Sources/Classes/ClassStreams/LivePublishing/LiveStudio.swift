package import Addresses
import ClassAccess
package import ClassRules
package import Classes
package import Media
package import PlayCore
package import Transport
import WebRTC

/// Sends the viewer's microphone, camera and shared screen as ``SendingMachine`` decides. Main thread; only ``close()``
/// blocks.
package final class LiveStudio {
    package typealias Device = OwnMediaOrder.Device

    package struct Sources: Sendable, Equatable {
        package var microphone = CaptureAddress(.alsa, "default")
        package var camera = CaptureAddress(.v4l2, "/dev/video0")
        package var screen = CaptureAddress(.screen, "")
        package var picture = CameraPicture()

        package init() {}

        /// - Parameters: device names as the user wrote them.
        package init(microphone: String, camera: String) throws(WrongDevice) {
            self.microphone = try Self.address(microphone)
            self.camera = try Self.address(camera)
        }

        package static func address(_ text: String) throws(WrongDevice) -> CaptureAddress {
            guard let address = CaptureAddress(text) else { throw WrongDevice(text: text) }
            return address
        }

        package subscript(device: Device) -> CaptureAddress {
            get { self[keyPath: Self.path(device)] }
            set { self[keyPath: Self.path(device)] = newValue }
        }

        private static func path(_ device: Device) -> WritableKeyPath<Sources, CaptureAddress> {
            switch device {
            case .microphone: \.microphone
            case .camera: \.camera
            case .screen: \.screen
            }
        }
    }

    package struct WrongDevice: Error, Equatable {
        package let text: String

        package var words: String {
            tr(
                "Unknown capture device %1: use a name such as alsa:default or /dev/video0",
                SafeText.clean(text, limit: 60))
        }
    }

    package let wakeUp: WakeUp
    private let clock: any HostClock
    private let keeper = Monitor(ClassClock())
    private var machine: SendingMachine
    private var pushToTalk = PushToTalk()
    private var senders: [Device: LiveSender] = [:]
    private var view: LiveClassView?
    package private(set) var sources: Sources
    private let seen: (@Sendable (VideoFrame) -> Void)?
    /// Streams are always sent over TCP, too, for people who receive only that.
    package private(set) var link: LiveLink
    private let client: @Sendable (Address) -> HTTPClient?
    private var hasReportedFallback = false
    private var wayBack = DatagramReturn()
    private var trying: Set<Device> = []

    /// - Parameters:
    /// - client: returns the client that requests streams over UDP.
    /// - seen: called with each picture as it is sent, on another thread; must not block.
    package init(
        _ sources: Sources = Sources(), link: LiveLink = .udp, sendsInBackground: Bool = false,
        client: @escaping @Sendable (Address) -> HTTPClient? = { _ in nil },
        seen: (@Sendable (VideoFrame) -> Void)? = nil, wakeUp: WakeUp, clock: any HostClock = SystemClock()
    ) {
        self.seen = seen
        (self.link, self.client) = (link, client)
        (self.sources, self.wakeUp, self.clock) = (sources, wakeUp, clock)
        machine = SendingMachine(sendsInBackground: sendsInBackground)
    }

    package func takeNews() -> [SendingMachine.News] { machine.takeNews() + takeFallback() }
    package func takeWishes() -> [ClassWish] { machine.takeWishes() }

    package var nextDeadline: HostTime? {
        [machine.nextDeadline, pushToTalk.nextDeadline, wayBack.due].compactMap { $0 }.min()
    }

    package func status(_ device: Device) -> LiveSenderStatus? { senders[device]?.status }

    package var sending: OwnSending {
        let (sound, pictures) = (status(.microphone), status(.camera))
        let hasSound = sound?.phase == .sending
        var sending = OwnSending(
            hasSound: hasSound, hasPictures: pictures?.phase == .sending, level: hasSound ? sound?.level.step ?? 0 : 0,
            isPushToTalk: pushToTalk.isOn, isSilent: pushToTalk.isSilent,
            size: pictures?.phase == .sending ? pictures?.size : nil)
        sending.sharesScreen = machine.sent.contains(.screen)
        sending.broken = Set(Device.allCases.filter { status($0)?.phase.isBroken == true })
        return sending
    }

    package func refusal(_ device: Device) -> ClassError? { machine.refusal(device) }
    package func isWanted(_ device: Device) -> Bool { machine.sent.contains(device) }

    package var hasServer: Bool { LiveLink.allCases.contains { hasServer(for: $0) } }
    package func hasServer(for link: LiveLink) -> Bool { view?.media.server(link.serverName) != nil }

    // MARK: Following

    /// `nil` stops sending. Nothing is sent while the class is unreachable.
    package func follow(_ new: LiveClassView?, at now: HostTime) {
        talk { $0.expire(at: now) }
        guard let new, new.link.isReached else {
            if new == nil { machine.leave() } else { machine.suspend() }
            view = nil
            wayBack.rest()
            return send()
        }
        guard new.loading == nil else { return wayBack.rest() }
        view = new
        keeper.withLock { $0 = new.clock }
        machine.update(SendingMachine.Permission(new.machine, of: new.me.id), at: now)
        watch()
        send()
        tryDatagrams(at: now)
    }

    package func obey(_ order: RemoteSwitch, at now: HostTime) {
        machine.obey(order, at: now)
        send()
    }

    private func watch() {
        for (device, sender) in senders {
            switch sender.status.phase {
            case .ended(let failure):
                machine.fail(device, failure.map { $0.libraryText.isEmpty ? $0.operation : $0.libraryText } ?? "")
            case .refused: machine.deny(device)
            case .opening, .sending, .broken: break
            }
        }
    }

    // MARK: Orders

    /// Without `isOn`, toggles the device. Throws why it cannot be switched on.
    package func turn(_ device: Device, _ isOn: Bool? = nil) throws(ClassError) {
        if let isOn { try machine.set(device, isOn) } else { try machine.toggle(device) }
        send()
    }

    package func setPushToTalk(_ isOn: Bool) { talk { $0.set(isOn) } }

    package func pressToTalk(at now: HostTime) {
        talk {
            $0.expire(at: now)
            $0.press(at: now)
        }
    }

    private func talk(_ change: (inout PushToTalk) -> Void) {
        change(&pushToTalk)
        senders[.microphone]?.setSilent(pushToTalk.isSilent)
    }

    package func setBackground(_ isInBackground: Bool) {
        machine.setBackground(isInBackground)
        send()
    }

    /// Running streams continue from the new devices.
    package func choose(_ new: Sources) {
        let old = sources
        sources = new
        if old.microphone != new.microphone { end(.microphone) }
        if old.camera != new.camera || old.picture != new.picture { end(.camera) }
        if old.screen != new.screen || old.picture.definition != new.picture.definition { end(.screen) }
        send()
    }

    // MARK: Streams

    private func send() {
        for device in senders.keys where !machine.sent.contains(device) { end(device) }
        guard let view else { return }
        for device in machine.sent where senders[device] == nil { begin(device, view) }
    }

    private func name(_ device: Device, _ view: LiveClassView) -> MediaStreamName {
        let kind: MediaStreamName.Kind =
            switch device {
            case .microphone: .audio
            case .camera: .video
            case .screen: .shared
            }
        return MediaStreamName(room: view.media.room, user: view.me.id, kind)
    }

    private func begin(_ device: Device, _ view: LiveClassView) {
        let server = view.media.server(LiveLink.tcp.serverName)
        let address = server.flatMap {
            FormatAddress.rtmpOutput($0.address, stream: name(device, view).text, token: $0.token)
        }
        let datagrams = datagrams(device, view)
        guard address != nil || datagrams != nil else { return }
        senders[device] = LiveSender(
            sources[device],
            content(device), to: address,
            secure: server.flatMap { SecureRTMP($0.address, client: client) }, over: datagrams,
            keeperTime: { [keeper] now in keeper.withLock { $0.time(at: now) } },
            isSilent: device == .microphone && pushToTalk.isSilent, seen: device == .camera ? seen : nil,
            wakeUp: wakeUp)
    }

    private func content(_ device: Device) -> CaptureContent {
        switch device {
        case .microphone: .sound
        case .camera: .pictures(sources.picture.captured)
        case .screen: .pictures(sources.picture.definition.screen)
        }
    }

    private func datagrams(_ device: Device, _ view: LiveClassView) -> WebStream? {
        guard link == .udp, let server = view.media.server(LiveLink.udp.serverName),
            let base = Address(server.address),
            let address = Address(StreamResource(.send, name(device, view)).path, relativeTo: base),
            let client = client(address)
        else { return nil }
        return WebStream(address, token: server.token, client: client)
    }

    // MARK: Links

    package func choose(_ link: LiveLink) {
        (self.link, hasReportedFallback) = (link, false)
        (wayBack, trying) = (DatagramReturn(), [])
        guard let view else { return }
        for (device, sender) in senders { sender.send(over: datagrams(device, view)) }
    }

    /// Starts the next attempt of UDP when it is due, if streams use only TCP. Without TCP, UDP is retried anyway.
    private func tryDatagrams(at now: HostTime) {
        guard link == .udp, let view, hasServer(for: .tcp) else { return wayBack.rest() }
        let haveFailed = noteTrials(at: now)
        let missing = senders.filter { $0.value.status.datagrams == .failed }
        guard !missing.isEmpty else { return wayBack.rest() }
        guard trying.isEmpty else { return }
        guard let due = wayBack.due else {
            if !haveFailed { wayBack.fall(at: now) }
            return wayBack.miss(at: now, chance: .random(in: 0...1))
        }
        guard due <= now else { return }
        wayBack.begin()
        for (device, sender) in missing {
            guard let datagrams = datagrams(device, view) else { continue }
            sender.send(over: datagrams)
            trying.insert(device)
        }
    }

    private func noteTrials(at now: HostTime) -> Bool {
        var haveFailed = false
        for device in trying {
            let datagrams = senders[device]?.status.datagrams
            guard datagrams != LiveSenderStatus.Datagrams.none else { continue }
            trying.remove(device)
            if datagrams == .running { wayBack.succeed(at: now) } else { haveFailed = true }
        }
        return haveFailed
    }

    /// Reports a fallback once for all streams, because sound and pictures use the same link.
    private func takeFallback() -> [SendingMachine.News] {
        guard hasServer(for: .tcp) else { return [] }
        let ways = senders.values.map(\.status.datagrams)
        if hasReportedFallback {
            guard ways.contains(.running), !ways.contains(.failed), trying.isEmpty else { return [] }
            hasReportedFallback = false
            return [.returnedToUDP]
        }
        guard ways.contains(.failed) else { return [] }
        hasReportedFallback = true
        return [.fellBackToTCP]
    }

    private func end(_ device: Device) {
        senders.removeValue(forKey: device)?.leave()
        trying.remove(device)
    }

    /// Must be the last call, made once.
    package func close() {
        let all = Array(senders.values)
        senders = [:]
        for sender in all { sender.end() }
        for sender in all { sender.close() }
    }
}
