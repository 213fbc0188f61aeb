package import Classes
import Encoding

extension ClassMachine {
    package mutating func configure(_ features: ClassFeatures, at time: Int64) -> [ClassAction] {
        call(at: time) { machine in
            let isNew = machine.live.features == nil && machine.state.documents.list.isEmpty
            if features.bounded != machine.live.features { machine.publish(.features(features.bounded)) }
            if isNew { machine.openWhiteboard() }
        }
    }

    package mutating func recorder(_ isRecording: Bool, place: String? = nil, at time: Int64) -> [ClassAction] {
        call(at: time) { machine in
            if isRecording != machine.live.isRecording { machine.publish(.serverRecording(isRecording)) }
            if let place { machine.publish(.recordingPlace(place)) }
        }
    }

    package mutating func recorderFailed(_ words: String, at time: Int64) -> [ClassAction] {
        call(at: time) { machine in
            for user in machine.staff where ClassRole(user.role) == .teacher {
                machine.tell(user.id, .recordingFailed(words.bounded(ClassLimits.noticeLength)))
            }
            if machine.live.isRecording { machine.publish(.serverRecording(false)) }
        }
    }

    var staff: [ClassUser] { state.users.list.elements.map(\.user).filter { ClassRole($0.role).isStaff } }

    func judgeClass(_ wish: ClassWish, by user: String, at time: Int64) throws(ClassError) {
        switch wish {
        case .start(true): try demand(!live.isInProgress, .alreadyInProgress)
        case .start(false): try demand(live.isInProgress, .notInProgress)
        case .presenter(let target): try judgePresenter(target, by: user)
        case .broadcast(let broadcast): try judgeBroadcast(broadcast, by: user, at: time)
        case .notice(let notice): try judgeNotice(notice)
        case .record(let isWanted): try demand(live.isRecording != isWanted, .unchanged)
        case .expel(let target): try judgeExpulsion(of: target, by: user)
        default: preconditionFailure("no wish of the class: \(wish.name)")
        }
    }

    mutating func fulfilClass(_ wish: ClassWish, by user: String) {
        switch wish {
        case .start(true): publish(.classInProgress(true))
        case .start(false): stopClass()
        case .presenter(let target): publish(.presenter(target))
        case .broadcast(let broadcast):
            memory.broadcastRates.note(user, at: now)
            publish(.broadcast(broadcast), isStored: broadcast.isCache)
        case .notice(let notice): publish(.notice(notice.flatMap { $0.text.isEmpty ? nil : $0 }))
        case .record(let isWanted): act(.record(isWanted))
        case .expel(let target): act(.expel(target))
        default: preconditionFailure("no wish of the class: \(wish.name)")
        }
    }

    mutating func stopClass() {
        memory.teacherless = nil
        if state.quiz.survey != nil { finishSurvey() }
        changeTimer(.stopped)
        if live.isRecording { act(.record(false)) }
        let senders = state.users.list.elements.filter(\.media.sends).map(\.user.id)
        publish(.classInProgress(false))
        for user in senders { switchOff(user, audio: true, video: true) }
    }

    // MARK: Rules

    private func judgePresenter(_ target: String, by user: String) throws(ClassError) {
        try demand(features.owner == nil || features.owner == user, .ownerNeeded)
        try demand(features.canChangePresenter, .presenterFixed)
        if let role = role(of: target) { try demand(role.isStaff, .targetIsStudent) }
        // Without an owner all teachers have the same rank, so each can hand over to any other.
        let isPeer = features.owner == nil && role(of: target) == .teacher
        try demand(target == user || isPeer || role(of: target) == .assistant, .targetMayNot)
        try demand(state.users.presenter != target, .unchanged)
    }

    private func judgeBroadcast(_ broadcast: Broadcast, by user: String, at time: Int64) throws(ClassError) {
        let key = broadcast.key
        let isPlain = key.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F }
        try demand(!key.isEmpty && key.length <= ClassLimits.keyLength && isPlain, .noBroadcastKey)
        guard let value = broadcast.value, value != .null else { throw ClassError(.noBroadcastValue) }
        let text = String(decoding: value.bytes, as: UTF8.self)
        try demand(text.length <= ClassLimits.broadcastLength, .tooLong)
        let known = state.words.broadcasts
        try demand(known[key] != nil || known.count < ClassLimits.broadcastKeys, .tooManyKeys)
        try demand(
            memory.broadcastRates.allows(user, ClassLimits.broadcasts, at: time), .tooManyBroadcasts)
    }

    private func judgeNotice(_ notice: PostedNotice?) throws(ClassError) {
        guard let notice, !notice.text.isEmpty else { return try demand(state.words.notice != nil, .unchanged) }
        try demand(notice.text.length <= ClassLimits.noticeLength, .tooLong)
        if let link = notice.link { try demandLink(link) }
        try demand(state.words.notice != notice, .unchanged)
    }

    private func judgeExpulsion(of target: String, by user: String) throws(ClassError) {
        guard let role = role(of: target) else { throw ClassError(.userNotPresent) }
        try demand(role != .teacher, .targetIsTeacher)
        try demand(role != .assistant || self.role(of: user) == .teacher, .targetMayNot)
    }
}

func demandLink(_ link: String) throws(ClassError) {
    try demand(link.utf8.count <= ClassLimits.linkLength, .tooLong)
    try demand(LinkFinder.address(link) != nil, .noWebLink)
}
