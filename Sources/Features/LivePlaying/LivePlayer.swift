package import Addresses
import ClassAccess
package import ClassRules
import Localization
package import Media
package import PlayCore
package import Rooms
package import Transport
import WebStreams

/// Plays what others send in the class that is attended: all sound, pictures by choice. Main thread; nothing waits but
/// ``close()``.
package final class LivePlayer {
    /// A stream that is received, and from where.
    struct Stream {
        let receiver: LiveReceiver
        let token: String?
        /// Why it does not come over UDP, as far as that was looked at.
        var known: LinkFailure?
    }

    /// Where pictures are seen: the large place, then the small ones by ``ThumbnailSlots``.
    private static let largePlace = 0
    /// Streams are looked at so often while somebody's pictures are played: a mark of stuttering is 5 s long.
    fileprivate static let look = HostTime.milliseconds(250)

    /// Signalled when something is new.
    package let wakeUp: WakeUp
    let clock: any HostClock
    private let keeper = Monitor(ClassClock())
    private let sinks: [any VideoSink]
    private let makeSound: @Sendable (AudioFormat) -> any AudioSink
    /// With their threads, since a class that is live was attended for the first time.
    private var outputs: (sound: LiveSound, pictures: LivePictures)?
    private var wishes = (isMuted: false, volume: Float(1))
    private var machine: PlayingMachine
    private let autoplay: LiveAutoplay
    var streams: [MediaStreamName: Stream] = [:]
    var view: LiveClassView?
    private var slots = ThumbnailSlots()
    private var seen: Set<Int> = []
    private var places: [LivePicture: Int] = [:]
    /// Whose pictures are known there.
    private var lines: Set<LivePicture> = []
    /// Where the own pictures go; nil: they are not shown.
    private let own: Monitor<(pictures: LivePictures, as: LivePicture)?> = Monitor(nil)
    private var showsOwn = false
    var news: [LivePlayingNews] = []
    private var toldSilence = false
    /// Nothing is received: pictures stand still, and there is no sound.
    private var isPaused = false
    /// By what the class is to be received.
    package internal(set) var link: LiveLink
    private let client: @Sendable (Address) -> HTTPClient?
    /// UDP did not get through: one stream at a time tries it again.
    var isBlocked = false
    var toldFallback = false
    /// A fallback that is reported as soon as something comes over TCP.
    var fallback: LinkFailure?
    /// Something of the class has come, or the viewer was told that nothing does.
    var toldBarrier = false
    var wayBack = DatagramReturn()
    /// Those that try UDP again at the moment.
    var trying: Set<MediaStreamName> = []
    /// Tries so far.
    var tries = 0
    /// Another one whenever ``companion`` or ``thumbnails`` differ.
    package private(set) var number = 0
    package private(set) var companion: CompanionView?
    package private(set) var thumbnails: [ThumbnailView] = []

    /// - Parameters:
    ///   - sinks: of the large place, then of the small ones.
    ///   - client: asks for streams over UDP; nil: there is none.
    ///   - makeSound: called on a thread, once, when somebody speaks.
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

    /// What of somebody's pictures there is to choose from.
    package func definitions(of user: String) -> [LiveDefinition] {
        view?.state.users.list[user]?.media.hasSmallVideo == true ? LiveDefinition.allCases : [.full]
    }

    /// Whose video can be opened.
    package var usersWithVideo: Set<String> { Set(machine.sending.people.filter(\.hasVideo).map(\.id)) }

    package func takeNews() -> [LivePlayingNews] {
        defer { news = [] }
        return news
    }

    // MARK: Following

    /// Follows the class; nil: none is attended.
    package func follow(_ new: LiveClassView?, at now: HostTime) {
        guard let new, new.loading == nil else {
            if new == nil { leave() }
            return wayBack.rest()
        }
        if new.number != view?.number || new.media != view?.media {
            // What differs after a loss of the line here was switched by no person.
            let isContinuous = new.link.isReached && view?.link.isReached != false
            view = new
            outputs = outputs ?? makeOutputs()
            keeper.withLock { $0 = new.clock }
            machine.update(Self.sending(new), isContinuous: isContinuous, at: now)
        }
        watch(at: now)
        noteFallback(at: now)
        tryDatagrams(at: now)
        receive()
        show(at: now)
        news += machine.takeNews()
        sayIfSilent()
    }

    /// When to look again; nil: not before something has happened.
    package func nextDeadline(at now: HostTime) -> HostTime? {
        HostTime.earlier(machine.videos.isEmpty ? nil : now + Self.look, wayBack.due)
    }

    /// The class is left.
    private func leave() {
        guard view != nil else { return }
        showOwn(false)
        view = nil
        forgetFallback()
        toldBarrier = false
        for name in streams.keys { end(name) }
        for picture in lines { outputs?.pictures.end(picture) }
        (lines, places, slots, machine) = ([], [:], ThumbnailSlots(), PlayingMachine(autoplay: autoplay))
        show(at: clock.now)
    }

    /// Who sends what, as the class's state has it.
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
        // Whoever the media server says shares; what it is called, the class says.
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
        guard !toldSilence, case .absent(let reason)? = outputs?.sound.status?.device else { return }
        toldSilence = true
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

    /// Streams that are wanted are received, no others.
    private func receive() {
        guard !isPaused else {
            for name in streams.keys { end(name) }
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
        // A token that is another one is for the next connection; those that run go on.
        for name in streams.keys where wanted[name] == nil { end(name) }
        for (name, picture) in wanted where streams[name] == nil {
            guard streams.count < SoundMixer.mostSpeakers + PlayingMachine.most else { return }
            begin(name, picture, view.media, token)
        }
        for name in streams.keys {
            if case .broken? = streams[name]?.receiver.status.phase, streams[name]?.token != token { end(name) }
        }
    }

    /// Of any server: all have the same. Nil: there is no server for this program.
    private static func token(_ media: ClassMedia) -> String?? {
        LiveLink.allCases.compactMap { media.server($0.serverName) }.first.map(\.token)
    }

    private func begin(_ name: MediaStreamName, _ picture: LivePicture?, _ media: ClassMedia, _ token: String?) {
        let address = media.server(LiveLink.tcp.serverName).flatMap {
            FormatAddress.rtmp($0.address, stream: name.text, token: $0.token)
        }
        let datagrams = isBlocked ? nil : datagrams(name, media)
        guard let (sound, pictures) = outputs, address != nil || datagrams != nil else { return }
        let target: LiveReceiver.Target
        if let picture {
            if lines.insert(picture).inserted {
                pictures.begin(picture, speaker: self.sound(of: picture)?.text ?? "")
            }
            target = .pictures { pictures.append($0, at: $1, to: picture) }
        } else {
            let speaker = name.text
            sound.add(speaker)
            target = .sound { sound.append(speaker, $0, start: $1) }
        }
        let receiver = LiveReceiver(
            address, over: datagrams, to: target,
            keeperTime: { [keeper] now in keeper.withLock { $0.time(at: now) } }, wakeUp: wakeUp)
        if let picture { receiver.setShown(isSeen(picture)) }
        streams[name] = Stream(receiver: receiver, token: token)
    }

    /// Nil: it is not to come over UDP.
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
        trying.remove(name)
        if name.kind == .audio || name.kind == .sharedAudio { outputs?.sound.remove(name.text) }
    }

    // MARK: The own picture

    /// Where each of the own pictures is to go. Any thread; does not wait.
    package var ownTarget: @Sendable (VideoFrame) -> Void {
        { [own] frame in
            guard let (pictures, picture) = own.withLock({ $0 }) else { return }
            pictures.append(frame, at: frame.time, to: picture)
        }
    }

    /// Among the small ones, while it is sent.
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

    // MARK: Places

    /// Every picture to its place: the large one, the others by the slots.
    private func show(at now: HostTime) {
        var new: [LivePicture: Int] = [:]
        if let main = machine.main { new[main] = Self.largePlace }
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
        tellViews(at: now)
    }

    private func isSeen(_ picture: LivePicture) -> Bool { places[picture].map(seen.contains) ?? false }

    /// Whether it is seen, to whoever decodes it.
    private func tell(_ picture: LivePicture) {
        guard let name = name(of: picture) else { return }
        streams[name]?.receiver.setShown(isSeen(picture))
    }

    private func tellViews(at now: HostTime) {
        let main = machine.main
        let companion = main.flatMap { machine.video($0) }.map { self.companion($0, at: now) }
        var thumbnails = machine.videos.compactMap { video -> ThumbnailView? in
            guard case .person(let id) = video.picture else { return nil }
            var view = ThumbnailView(
                id: id, name: machine.sending[id]?.name ?? "", isLarge: video.picture == main)
            view.mark = video.mark(at: now)
            return view
        }
        if showsOwn, let me = view?.me { thumbnails.insert(ThumbnailView(id: me.id, name: tr("You")), at: 0) }
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
        view.mark = video.mark(at: now)
        view.isSmall = video.definition == .small
        view.isOnlyPicture = true
        return view
    }

    // MARK: Orders

    /// Opens somebody's video, or closes it.
    ///
    /// - Parameter isOn: nil: the other way round.
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

    /// The large one; nil: as the class has it.
    package func choose(_ user: String?) {
        guard user == nil || user != view?.me.id else { return }
        machine.choose(user.map { .person($0) })
        follow(view, at: clock.now)
    }

    package func show(_ slots: ThumbnailSlots) {
        self.slots = slots
        show(at: clock.now)
    }

    /// There is a pane for a place, another one than before, or none any more.
    package func setSeen(_ place: Int, _ isSeen: Bool) {
        if isSeen { seen.insert(place) } else { seen.remove(place) }
        outputs?.pictures.refresh(place)
        for picture in places.keys where places[picture] == place { tell(picture) }
    }

    /// Whether a place shows pictures of the class that is live.
    package func shows(_ place: Int) -> Bool { places.values.contains(place) }

    /// Stands still here, or goes on with what is sent then: from the next ``follow(_:at:)`` on.
    package func setPaused(_ isPaused: Bool) { self.isPaused = isPaused }

    package func setMuted(_ isMuted: Bool) {
        wishes.isMuted = isMuted
        outputs?.sound.setMuted(isMuted)
    }

    /// 0 … 1.3.
    package func setVolume(_ volume: Float) {
        wishes.volume = volume
        outputs?.sound.setVolume(volume)
    }

    /// Call once, last.
    package func close() {
        let receivers = streams.values.map(\.receiver)
        for receiver in receivers { receiver.end() }
        for receiver in receivers { receiver.close() }
        streams = [:]
        outputs?.pictures.close()
        outputs?.sound.close()
        outputs = nil
    }
}

extension PlayingMachine.Video {
    fileprivate func mark(at now: HostTime) -> VideoMark? {
        if isResting { return .resting }
        guard let loadingSince else { return laggedUntil == nil ? nil : .lagging }
        let passed = now - loadingSince
        return .loading(step: Int(passed.nanoseconds / LivePlayer.look.nanoseconds), seconds: Int(passed.inSeconds))
    }
}
