package import Addresses
import ClassAccess
package import ClassRules
package import Classes
package import Media
package import PlayCore
package import Transport
import WebRTC

/// Plays the streams of the attended class: all sound, and the chosen pictures. Main thread; only ``close()`` blocks.
package final class LivePlayer {
    struct Stream {
        let receiver: LiveReceiver
        let token: String?
        let isPlayed: Monitor<Bool>
        var known: LinkFailure?
    }

    /// The small places follow in the order of ``ThumbnailSlots``.
    private static let largePlace = 0
    /// Between checks while pictures are played. Short compared with the 5 s of a stutter mark.
    fileprivate static let look = HostTime.milliseconds(250)

    package let wakeUp: WakeUp
    let clock: any HostClock
    private let keeper = Monitor(ClassClock())
    private let sinks: [any VideoSink]
    private let makeSound: @Sendable (AudioFormat) -> any AudioSink
    /// Created when a live class is attended for the first time.
    private var outputs: (sound: LiveSound, pictures: LivePictures)?
    private var wishes = (isMuted: false, volume: Float(1))
    private var machine: PlayingMachine
    private let autoplay: LiveAutoplay
    var streams: [MediaStreamName: Stream] = [:]
    var leaving: [MediaStreamName: LeavingStream] = [:]
    var view: LiveClassView?
    private var slots = ThumbnailSlots()
    private var seen: Set<Int> = []
    private var places: [LivePicture: Int] = [:]
    private var lines: Set<LivePicture> = []
    private let own: Monitor<(pictures: LivePictures, as: LivePicture)?> = Monitor(nil)
    private var showsOwn = false
    var news: [LivePlayingNews] = []
    private var hasReportedSilence = false
    /// Whether playback is paused. Then nothing is received, pictures are frozen, and there is no sound.
    private var isPaused = false
    package internal(set) var link: LiveLink
    private let client: @Sendable (Address) -> HTTPClient?
    /// Whether UDP is blocked. Then only one stream at a time tries it again.
    var isBlocked = false
    var hasReportedFallback = false
    /// Reported when something arrives over TCP.
    var fallback: LinkFailure?
    var hasReceived = false
    /// The reported ports that a firewall may block, while nothing of the class arrives. Unverified.
    var barrier: String?
    var wayBack = DatagramReturn()
    var trying: Set<MediaStreamName> = []
    var tries = 0
    package private(set) var number = 0
    package private(set) var companion: CompanionView?
    package private(set) var thumbnails: [ThumbnailView] = []

    /// - Parameters:
    ///   - sinks: the sinks of the large place, then of the small ones.
    ///   - client: returns the client that requests streams over UDP, or `nil` if there is none.
    ///   - makeSound: called once, on another thread, when the first sound arrives.
    package init(
        autoplay: LiveAutoplay, link: LiveLink = .udp, sinks: [any VideoSink],
        client: @escaping @Sendable (Address) -> HTTPClient? = { _ in nil }, wakeUp: WakeUp,
        clock: any HostClock = SystemClock(), makeSound: @escaping @Sendable (AudioFormat) -> any AudioSink
    ) {
        self.autoplay = autoplay
        (self.link, self.client) = (link, client)
        self.wakeUp = wakeUp
        self.clock = clock
        self.sinks = sinks
        self.makeSound = makeSound
        machine = PlayingMachine(autoplay: autoplay)
    }

    private func makeOutputs() -> (sound: LiveSound, pictures: LivePictures) {
        let sound = LiveSound(clock: clock, makeSink: makeSound)
        sound.setMuted(wishes.isMuted)
        sound.setVolume(wishes.volume)
        return (sound, LivePictures(sinks: sinks, clock: clock) { sound.heard(of: $0) })
    }

    package func definitions(of user: String) -> [LiveDefinition] {
        view?.state.users.list[user]?.media.hasSmallVideo == true ? LiveDefinition.allCases : [.full]
    }

    package var usersWithVideo: Set<String> { Set(machine.sending.people.filter(\.hasVideo).map(\.id)) }

    package func takeNews() -> [LivePlayingNews] {
        defer { news = [] }
        return news
    }

    // MARK: Following

    package func follow(_ new: LiveClassView?, at now: HostTime) {
        guard let new, new.loading == nil else {
            if new == nil { leave() }
            return wayBack.rest()
        }
        if new.number != view?.number || new.media != view?.media {
            // Differences after a loss of the viewer's connection are not news, because they may not be anyone's
            // action.
            let isContinuous = new.link.isReached && view?.link.isReached != false
            view = new
            outputs = outputs ?? makeOutputs()
            keeper.withLock { $0 = new.clock }
            machine.update(Self.sending(new), isContinuous: isContinuous, at: now)
        }
        watch(at: now)
        changeOver(at: now)
        noteFallback(at: now)
        tryDatagrams(at: now)
        receive()
        show(at: now)
        news += machine.takeNews()
        sayIfSilent()
    }

    package func nextDeadline(at now: HostTime) -> HostTime? {
        HostTime.earlier(machine.videos.isEmpty && leaving.isEmpty ? nil : now + Self.look, wayBack.due)
    }

    private func leave() {
        guard view != nil else { return }
        showOwn(false)
        view = nil
        forgetFallback()
        (hasReceived, barrier) = (false, nil)
        for name in names { end(name) }
        for picture in lines { outputs?.pictures.end(picture) }
        (lines, places, slots, machine) = ([], [:], ThumbnailSlots(), PlayingMachine(autoplay: autoplay))
        show(at: clock.now)
    }

    private static func sending(_ view: LiveClassView) -> LiveSending {
        let (users, stage) = (view.state.users, view.state.stage)
        var people = users.list.elements(where: \.media.sends).map { entry in
            LiveSending.Person(
                id: entry.user.id, name: entry.user.name, isTeacher: ClassRole(entry.user.role) == .teacher,
                hasAudio: entry.hasAudio, hasVideo: entry.hasVideo, hasSmallVideo: entry.media.hasSmallVideo)
        }
        for media in users.unlistedMedia.values.sorted(by: { $0.id < $1.id }) {
            people.append(
                LiveSending.Person(id: media.id, name: media.id, hasAudio: media.hasAudio, hasVideo: media.hasVideo))
        }
        people.removeAll { $0.id == view.me.id }
        let teacher = users.list.elements { ClassRole($0.user.role) == .teacher }.first?.user.id
        // The media server decides who shares a screen. The class's state says which kind it is.
        let sharers = users.list.elements(where: \.hasShared).map(\.user.id)
        let sharer = sharers.first { $0 == users.presenter } ?? sharers.first { $0 == teacher } ?? sharers.first
        guard let sharer, sharer != view.me.id else { return LiveSending(people: people) }
        return LiveSending(
            people: people, shared: LiveSending.Shared(user: sharer, kind: stage.isMediaPlaying ? .media : .desktop))
    }

    private func watch(at now: HostTime) {
        guard !isPaused else { return }
        for video in machine.videos {
            guard let name = name(of: video.picture), let stream = streams[name] else { continue }
            machine.note(stream.receiver.status, of: video.picture, isSeen: isSeen(video.picture), at: now)
        }
        machine.save(isSeen: isSeen, at: now)
    }

    private func sayIfSilent() {
        guard !hasReportedSilence, case .absent(let reason)? = outputs?.sound.status?.device else { return }
        hasReportedSilence = true
        news.append(.noSound(reason))
    }

    // MARK: Streams

    private func name(of picture: LivePicture) -> MediaStreamName? {
        guard let room = view?.media.room else { return nil }
        switch picture {
        case .person(let id):
            let isSmall = machine.definition(of: id) == .small
            return MediaStreamName(room: room, user: id, isSmall ? .smallVideo : .video)
        case .shared:
            return machine.sending.shared.map { MediaStreamName(room: room, user: $0.user, .shared) }
        }
    }

    private func sound(of picture: LivePicture) -> MediaStreamName? {
        guard let room = view?.media.room else { return nil }
        switch picture {
        case .person(let id): return MediaStreamName(room: room, user: id, .audio)
        case .shared: return machine.sending.shared.map { MediaStreamName(room: room, user: $0.user, .sharedAudio) }
        }
    }

    private func receive() {
        guard !isPaused else {
            for name in names { end(name) }
            return
        }
        guard let view, let token = Self.token(view.media) else { return }
        var wanted: [MediaStreamName: LivePicture?] = [:]
        for person in machine.sending.people where person.hasAudio {
            wanted[MediaStreamName(room: view.media.room, user: person.id, .audio)] = .some(nil)
        }
        if let name = sound(of: .shared) { wanted[name] = .some(nil) }
        for video in machine.videos where !video.isResting {
            if let name = name(of: video.picture) { wanted[name] = video.picture }
        }
        for name in names where wanted[name] == nil { end(name) }
        for (name, picture) in wanted where streams[name] == nil {
            guard streams.count < SoundMixer.mostSpeakers + PlayingMachine.most else { return }
            begin(name, picture, view.media, token)
        }
        for name in streams.keys {
            if case .broken? = streams[name]?.receiver.status.phase, streams[name]?.token != token { end(name) }
        }
    }

    /// All servers have the same token. The outer `nil` means that this program can use no server.
    private static func token(_ media: ClassMedia) -> String?? {
        LiveLink.allCases.compactMap { media.server($0.serverName) }.first.map(\.token)
    }

    private func begin(_ name: MediaStreamName, _ picture: LivePicture?, _ media: ClassMedia, _ token: String?) {
        let server = media.server(LiveLink.tcp.serverName)
        let address = server.flatMap { FormatAddress.rtmp($0.address, stream: name.text, token: $0.token) }
        let datagrams = isBlocked ? nil : datagrams(name, media)
        guard let (sound, pictures) = outputs, address != nil || datagrams != nil else { return }
        let target: LiveReceiver.Target
        let isPlayed = Monitor(leaving[name] == nil)
        if let picture {
            if lines.insert(picture).inserted {
                pictures.begin(picture, speaker: self.sound(of: picture)?.text ?? "")
            }
            target = .pictures { if isPlayed.withLock({ $0 }) { pictures.append($0, at: $1, to: picture) } }
        } else {
            let speaker = name.text
            sound.add(speaker)
            target = .sound { if isPlayed.withLock({ $0 }) { sound.append(speaker, $0, start: $1) } }
        }
        let receiver = LiveReceiver(
            address, secure: server.flatMap { SecureRTMP($0.address, client: client) }, over: datagrams, to: target,
            keeperTime: { [keeper] now in keeper.withLock { $0.time(at: now) } }, wakeUp: wakeUp)
        if let picture { receiver.setShown(isSeen(picture)) }
        streams[name] = Stream(receiver: receiver, token: token, isPlayed: isPlayed)
    }

    func datagrams(_ name: MediaStreamName, _ media: ClassMedia) -> WebStream? {
        guard link == .udp, let server = media.server(LiveLink.udp.serverName),
            let base = Address(server.address),
            let address = Address(StreamResource(.receive, name).path, relativeTo: base),
            let client = client(address)
        else { return nil }
        return WebStream(address, token: server.token, client: client)
    }

    func end(_ name: MediaStreamName) {
        streams.removeValue(forKey: name)?.receiver.leave()
        leaving.removeValue(forKey: name)?.receiver.leave()
        trying.remove(name)
        if name.kind == .audio || name.kind == .sharedAudio { outputs?.sound.remove(name.text) }
    }

    // MARK: The viewer's own picture

    /// Receives the viewer's own pictures. Any thread; never blocks.
    package var ownTarget: @Sendable (VideoFrame) -> Void {
        { [own] frame in
            guard let (pictures, picture) = own.withLock({ $0 }) else { return }
            pictures.append(frame, at: frame.time, to: picture)
        }
    }

    package func showOwn(_ isSent: Bool) {
        guard isSent != showsOwn, let view, let (_, pictures) = outputs else { return }
        let picture = LivePicture.person(view.me.id)
        showsOwn = isSent
        if isSent {
            pictures.begin(picture, speaker: "")
            lines.insert(picture)
        }
        own.withLock { $0 = isSent ? (pictures, picture) : nil }
        show(at: clock.now)
        wakeUp.signal()
    }

    private var ownPicture: LivePicture? { showsOwn ? view.map { .person($0.me.id) } : nil }
    private var largePicture: LivePicture? { machine.main ?? ownPicture }

    // MARK: Places

    private func show(at now: HostTime) {
        var new: [LivePicture: Int] = [:]
        if let largePicture { new[largePicture] = Self.largePlace }
        let all = machine.videos.map(\.picture) + (ownPicture.map { [$0] } ?? [])
        for picture in all where new[picture] == nil {
            guard case .person(let id) = picture, let slot = slots.people.firstIndex(of: id) else { continue }
            new[picture] = slot + 1
        }
        let open = Set(all)
        for picture in lines.subtracting(open) {
            outputs?.pictures.end(picture)
            lines.remove(picture)
        }
        for picture in open where places[picture] != new[picture] {
            outputs?.pictures.show(picture, at: new[picture])
        }
        places = new
        for picture in open { tell(picture) }
        updateViews(at: now)
    }

    private func isSeen(_ picture: LivePicture) -> Bool { places[picture].map(seen.contains) ?? false }

    private func tell(_ picture: LivePicture) {
        guard let name = name(of: picture) else { return }
        streams[name]?.receiver.setShown(isSeen(picture))
    }

    private func updateViews(at now: HostTime) {
        let main = machine.main
        var companion = main.flatMap { machine.video($0) }.map { self.companion($0, at: now) }
        var thumbnails = machine.videos.compactMap { video -> ThumbnailView? in
            guard case .person(let id) = video.picture else { return nil }
            var view = ThumbnailView(
                id: id, name: machine.sending[id]?.name ?? "", isLarge: video.picture == main)
            view.mark = video.mark(at: now, barrier)
            return view
        }
        if showsOwn, let me = view?.me {
            thumbnails.insert(ThumbnailView(id: me.id, name: tr("You"), isLarge: main == nil), at: 0)
            if main == nil {
                companion = CompanionView(kind: .person(id: me.id, name: tr("You")))
                companion?.isOnlyPicture = true
            }
        }
        guard companion != self.companion || thumbnails != self.thumbnails else { return }
        (self.companion, self.thumbnails) = (companion, thumbnails)
        number += 1
    }

    private func companion(_ video: PlayingMachine.Video, at now: HostTime) -> CompanionView {
        let kind: CompanionView.Kind =
            switch video.picture {
            case .person(let id): .person(id: id, name: machine.sending[id]?.name ?? "")
            case .shared: machine.sending.shared?.kind == .media ? .media : .desktop
            }
        var view = CompanionView(kind: kind, isWanted: machine.isMainChosen)
        view.mark = video.mark(at: now, barrier)
        view.isSmall = video.definition == .small
        view.isOnlyPicture = true
        return view
    }

    // MARK: Orders

    /// Without `isOn`, toggles the video.
    package func play(
        _ user: String, _ isOn: Bool? = nil, definition: LiveDefinition? = nil
    ) throws(LivePlayError) {
        let now = clock.now
        guard view.flatMap({ Self.token($0.media) }) != nil else { throw .noServer }
        try machine.play(
            user, isOn ?? (machine.video(.person(user))?.isResting ?? true), definition: definition, at: now)
        follow(view, at: now)
    }

    package func definition(of user: String) -> LiveDefinition? { machine.definition(of: user) }
    package func name(of user: String) -> String {
        machine.sending[user]?.name ?? (user == view?.me.id ? view?.me.name : nil) ?? ""
    }

    /// `nil` leaves the choice to the class.
    package func choose(_ user: String?) {
        guard user == nil || user != view?.me.id else { return }
        machine.choose(user.map { .person($0) })
        follow(view, at: clock.now)
    }

    package func show(_ slots: ThumbnailSlots) {
        self.slots = slots
        show(at: clock.now)
    }

    /// Sets whether a place has a pane. Also to be called when the pane has changed.
    package func setSeen(_ place: Int, _ isSeen: Bool) {
        if isSeen { seen.insert(place) } else { seen.remove(place) }
        outputs?.pictures.refresh(place)
        for picture in places.keys where places[picture] == place { tell(picture) }
    }

    package func shows(_ place: Int) -> Bool { places.values.contains(place) }

    /// Resumes at the live position. Takes effect at the next ``follow(_:at:)``.
    package func setPaused(_ isPaused: Bool) { self.isPaused = isPaused }

    package func setMuted(_ isMuted: Bool) {
        wishes.isMuted = isMuted
        outputs?.sound.setMuted(isMuted)
    }

    /// 0 to 1.3.
    package func setVolume(_ volume: Float) {
        wishes.volume = volume
        outputs?.sound.setVolume(volume)
    }

    /// Must be the last call, made once.
    package func close() {
        let receivers = streams.values.map(\.receiver) + leaving.values.map(\.receiver)
        for receiver in receivers { receiver.end() }
        for receiver in receivers { receiver.close() }
        (streams, leaving) = ([:], [:])
        outputs?.pictures.close()
        outputs?.sound.close()
        outputs = nil
    }
}

extension PlayingMachine.Video {
    fileprivate func mark(at now: HostTime, _ barrier: String?) -> VideoMark? {
        if isResting { return .resting }
        guard let loadingSince else { return laggedUntil == nil ? nil : .lagging }
        if let barrier { return .barred(places: barrier) }
        let passed = now - loadingSince
        return .loading(step: Int(passed.nanoseconds / LivePlayer.look.nanoseconds), seconds: Int(passed.inSeconds))
    }
}
