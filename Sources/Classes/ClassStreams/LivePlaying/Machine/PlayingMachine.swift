package import PlayCore

/// Decides which pictures are played, by the sent media, the viewer's choices, the streams' statuses and the time.
package struct PlayingMachine: Sendable {
    package struct Video: Sendable, Equatable {
        package let picture: LivePicture
        package var definition: LiveDefinition
        /// `nil` once pictures arrive.
        package var loadingSince: HostTime?
        package var laggedUntil: HostTime?
        package var aspect: Double?
        package var isResting = false

        package var isLoading: Bool { loadingSince != nil }
    }

    /// The most pictures decoded at once: the large one and the small ones.
    package static let most = 7
    package static let markLength = HostTime.seconds(5)
    /// A definition that does not arrive within this time is regarded as not sent.
    static let definitionPatience = HostTime.seconds(4)

    private let autoplay: LiveAutoplay
    package private(set) var sending = LiveSending()
    /// In the order of opening.
    package internal(set) var videos: [Video] = []
    /// Chosen by the viewer. A newly appearing picture of the teacher replaces it.
    private var chosen: LivePicture?
    var definitions: [String: LiveDefinition] = [:]
    var health: [LivePicture: StreamHealth] = [:]
    var thrift = PictureThrift()
    var news: [LivePlayingNews] = []
    private var hasSending = false

    package init(autoplay: LiveAutoplay) { self.autoplay = autoplay }

    package mutating func takeNews() -> [LivePlayingNews] {
        defer { news = [] }
        return news
    }

    // MARK: The sent media

    /// - Parameter isContinuous: whether the previous state is current, so that differences are news.
    package mutating func update(_ new: LiveSending, isContinuous: Bool = true, at now: HostTime) {
        guard new != sending || !hasSending else { return }
        let old = sending
        sending = new
        if hasSending, isContinuous { tell(from: old, to: new) }
        hasSending = true
        for video in videos where !isSent(video.picture) { close(video.picture) }
        for person in new.people where person.hasVideo && old[person.id]?.hasVideo != true {
            if autoplays(person) { open(.person(person.id), definitions[person.id] ?? .full, at: now) }
            if person.isTeacher { chosen = nil }
        }
        if new.shared != nil, new.shared != old.shared {
            close(.shared)
            open(.shared, .full, at: now)
            chosen = nil
        }
    }

    private func autoplays(_ person: LiveSending.Person) -> Bool {
        switch autoplay {
        case .none: false
        case .teacher: person.isTeacher
        case .all: true
        }
    }

    private func isSent(_ picture: LivePicture) -> Bool {
        switch picture {
        case .person(let id): sending[id]?.hasVideo == true
        case .shared: sending.shared != nil
        }
    }

    private mutating func tell(from old: LiveSending, to new: LiveSending) {
        for person in new.people {
            let before = old[person.id]
            if person.hasVideo != before?.hasVideo ?? false {
                news.append(.camera(name: person.name, isOn: person.hasVideo))
            }
            if person.hasAudio != before?.hasAudio ?? false {
                news.append(.microphone(name: person.name, isOn: person.hasAudio))
            }
        }
        for person in old.people where new[person.id] == nil {
            if person.hasVideo {
                news.append(.camera(name: person.name, isOn: false))
            } else if person.hasAudio {
                news.append(.microphone(name: person.name, isOn: false))
            }
        }
        if old.shared != new.shared, let user = (new.shared ?? old.shared)?.user {
            let name = new[user]?.name ?? old[user]?.name ?? ""
            news.append(.sharing(name: name, new.shared?.kind))
        }
    }

    // MARK: The viewer's choices

    /// Opens or closes a person's video (`updatePlayingUser`). The default definition is the last one.
    package mutating func play(
        _ user: String, _ isOn: Bool, definition: LiveDefinition? = nil, at now: HostTime
    ) throws(LivePlayError) {
        guard let person = sending[user] else { throw .notSending }
        let picture = LivePicture.person(user)
        guard isOn else {
            guard video(picture) != nil else { throw .notPlaying }
            return close(picture)
        }
        guard person.hasVideo else { throw .cameraOff }
        let wanted = definition ?? definitions[user] ?? .full
        guard video(picture).map({ $0.definition != wanted || $0.isResting }) ?? true else { throw .alreadyPlaying }
        let place = videos.firstIndex { $0.picture == picture }
        guard place != nil || videos.count < Self.most else { throw .tooMany }
        definitions[user] = wanted
        if thrift.saving(of: picture) != nil { thrift.forget(picture, at: now) }
        if let place {
            videos[place] = Video(picture: picture, definition: wanted, loadingSince: now)
            health[picture] = nil
            news.append(.loading(user: user, isDone: false))
        } else {
            open(picture, wanted, at: now)
        }
    }

    package mutating func choose(_ picture: LivePicture?) { chosen = picture }

    /// Returns `nil` if the video is not open (`definitionIndex(forUserID)`).
    package func definition(of user: String) -> LiveDefinition? { video(.person(user))?.definition }

    package func video(_ picture: LivePicture) -> Video? { videos.first { $0.picture == picture } }

    /// The viewer's choice, or else the shared picture, the teacher's, or the first.
    package var main: LivePicture? {
        if let chosen, video(chosen) != nil { return chosen }
        if video(.shared) != nil { return .shared }
        let teacher = videos.first { video in
            guard case .person(let id) = video.picture else { return false }
            return sending[id]?.isTeacher == true
        }
        return (teacher ?? videos.first)?.picture
    }

    package var isMainChosen: Bool { chosen != nil && main == chosen }

    private mutating func open(_ picture: LivePicture, _ definition: LiveDefinition, at now: HostTime) {
        guard video(picture) == nil, videos.count < Self.most else { return }
        videos.append(Video(picture: picture, definition: definition, loadingSince: now))
        health[picture] = nil
        if case .person(let id) = picture { news.append(.loading(user: id, isDone: false)) }
    }

    private mutating func close(_ picture: LivePicture) {
        videos.removeAll { $0.picture == picture }
        health[picture] = nil
        if chosen == picture { chosen = nil }
    }

    // MARK: State of the streams

    /// - Parameter isSeen: whether the picture is decoded. Stuttering is otherwise not detected.
    package mutating func note(_ status: LiveStreamStatus, of picture: LivePicture, isSeen: Bool, at now: HostTime) {
        guard let place = videos.firstIndex(where: { $0.picture == picture }) else { return }
        let user = self.user(of: picture)
        if videos[place].isLoading, status.decoded > 0 {
            videos[place].loadingSince = nil
            news.append(.loading(user: user, isDone: true))
        }
        if let aspect = status.aspect, aspect != videos[place].aspect {
            videos[place].aspect = aspect
            news.append(.aspect(user: user, aspect))
        }
        if let until = videos[place].laggedUntil, until <= now { videos[place].laggedUntil = nil }
        health[picture, default: StreamHealth()].note(status, loadingSince: videos[place].loadingSince, at: now)
        if !videos[place].isLoading, isSeen, health[picture]?.stutters(status, at: now) == true {
            if videos[place].laggedUntil == nil { news.append(.lag(user: user)) }
            videos[place].laggedUntil = now + Self.markLength
        }
        fallBack(place, user, at: now)
    }

    private func user(of picture: LivePicture) -> String {
        switch picture {
        case .person(let id): id
        case .shared: sending.shared?.user ?? ""
        }
    }

    private mutating func fallBack(_ place: Int, _ user: String, at now: HostTime) {
        let video = videos[place]
        guard case .person = video.picture, video.definition == .small, let since = video.loadingSince,
            now - since >= Self.definitionPatience, thrift.saving(of: video.picture) == nil
        else { return }
        videos[place] = Video(picture: video.picture, definition: .full, loadingSince: now)
        definitions[user] = .full
        news.append(.noDefinition(name: sending[user]?.name ?? ""))
    }

    package func nextDeadline(_ arrivals: [LivePicture: HostTime]) -> HostTime? {
        var next: HostTime?
        for video in videos {
            next = HostTime.earlier(next, video.laggedUntil)
            if video.definition == .small {
                next = HostTime.earlier(next, video.loadingSince.map { $0 + Self.definitionPatience })
            }
            guard !video.isLoading else { continue }
            next = HostTime.earlier(next, arrivals[video.picture].map { $0 + StreamHealth.stall })
        }
        return next
    }
}
