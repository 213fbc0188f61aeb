package import Classes

extension ClassMachine {
    package func refusalToSend(_ user: String, audio: Bool, video: Bool) -> ClassError? {
        do {
            try judgeSending(user, audio: audio, video: video)
            return nil
        } catch {
            return error
        }
    }

    private func judgeSending(_ id: String, audio: Bool, video: Bool) throws(ClassError) {
        guard audio || video else { return }
        guard let user = user(id) else { throw ClassError(.notPresent) }
        try demand(user.group == 0, .inGroup)
        try demand(live.isInProgress, .notInProgress)
        try demand(isSpeaking(id), .notSpeaking)
        // Students already have their places. Teachers and assistants take one when they start to send.
        let entry = state.users.list[id]
        let hasPlace = live.speakers[id] != nil || entry?.media.sends == true
        try demand(hasPlace || hasFreePlace, .speakerLimit)
        if audio { try demand(!isSoundForbidden(for: id), .soundForbidden) }
        if video { try demand(features.mediaLimit != .audioOnly, .videoForbidden) }
    }

    /// Whether the general ban on sound applies to a user. It does not if the user has been invited to speak since.
    package func isSoundForbidden(for user: String) -> Bool {
        guard live.isSoundForbidden, let role = role(of: user) else { return false }
        return !role.isStaff && !live.soundExceptions.contains(user)
    }

    package mutating func media(_ media: MediaUser, at time: Int64) -> [ClassAction] {
        call(at: time) { $0.notice(media) }
    }

    private mutating func notice(_ media: MediaUser) {
        guard user(media.id) != nil else {
            stop(media, audio: true, video: true)
            return
        }
        let mayHear = refusalToSend(media.id, audio: media.sendsSound, video: false) == nil
        let maySee = refusalToSend(media.id, audio: false, video: media.sendsPictures) == nil
        let before = state.users.list[media.id]?.media ?? MediaUser(id: media.id, hasVideo: false, hasAudio: false)
        if before != media { note(media, before) }
        if media.sends, memory.orders[media.id] == nil { stop(media, audio: !mayHear, video: !maySee) }
    }

    private mutating func note(_ media: MediaUser, _ before: MediaUser) {
        list(media.id)
        publish(.mediaUsers([media]))
        noteSharing()
        obey(media)
        // A speaker who switches off the last device stops speaking.
        if !media.sends, before.sends, live.speakers[media.id] != nil {
            publish(.speakerRemoved(SpeakerEnd(user: media.id, .stopped)))
        }
    }

    mutating func noteSharing() {
        let isSharing = state.users.list.elements.contains { $0.hasShared && ClassRole($0.user.role).isStaff }
        if isSharing != state.stage.isDesktopSharing { publish(.desktopSharing(isSharing)) }
    }

    mutating func stop(_ media: MediaUser, audio: Bool, video: Bool) {
        let (audio, video) = (audio && media.sendsSound, video && media.sendsPictures)
        if audio || video { act(.stopMedia(media.id, audio: audio, video: video)) }
    }

    // MARK: Remote switching

    func judgeRemote(_ remote: RemoteSwitch) throws(ClassError) {
        guard let role = role(of: remote.user) else { throw ClassError(.userNotPresent) }
        try demand(role != .teacher, .targetIsTeacher)
        if remote.hasVideo { try demand(features.mediaLimit != .audioOnly, .videoForbidden) }
        guard !role.isStaff else { return }
        let isSpeaking = live.speakers[remote.user] != nil
        if remote.isOn { try demand(isSpeaking || hasFreePlace, .speakerLimit) }
        if !remote.isOn { try demand(isSpeaking, .userNotSpeaking) }
    }

    /// Sends the order to the user first, then publishes the change of speakers.
    mutating func fulfilRemote(_ remote: RemoteSwitch, by user: String) {
        let target = remote.user
        tell(target, .remote(remote, by: user))
        if role(of: target)?.isStaff == false {
            if remote.isOn, live.speakers[target] == nil {
                addSpeaker(Speaker(user: target, .remote, by: user))
            } else if !remote.isOn {
                publish(.speakerRemoved(SpeakerEnd(user: target, .remote, by: user)))
            }
        }
        memory.orders[target] = nil
        switchOff(target, audio: !remote.hasAudio, video: !remote.hasVideo)
    }

    mutating func forbidSound(_ isForbidden: Bool) {
        publish(.soundForbidden(SoundBan(isForbidden)))
        for entry in state.users.list.elements where entry.media.sendsSound && !ClassRole(entry.user.role).isStaff {
            if isForbidden {
                switchOff(entry.user.id, audio: true, video: false)
            } else {
                allowAudio(of: entry.user.id)
            }
        }
    }

    /// Requests that a user switches off. A program that obeys in time is not cut off, so it can end its stream
    /// cleanly.
    mutating func switchOff(_ user: String, audio: Bool, video: Bool) {
        guard let entry = state.users.list[user] else { return }
        let before = memory.orders[user]
        let order = ClassMemory.SwitchOff(
            audio: audio && entry.media.sendsSound || before?.audio == true,
            video: video && entry.media.sendsPictures || before?.video == true, deadline: now + ClassLimits.obedience)
        if order.audio || order.video { memory.orders[user] = order }
    }

    private mutating func obey(_ media: MediaUser) {
        guard var order = memory.orders[media.id] else { return }
        order.audio = order.audio && media.sendsSound
        order.video = order.video && media.sendsPictures
        memory.orders[media.id] = order.audio || order.video ? order : nil
    }

    private mutating func allowAudio(of user: String) {
        obey(MediaUser(id: user, hasVideo: true, hasAudio: false))
    }

    mutating func enforce(_ order: ClassMemory.SwitchOff, on user: String) {
        memory.orders[user] = nil
        guard let media = state.users.list[user]?.media else { return }
        // Other media may have been switched on in the meantime.
        let audio = order.audio || refusalToSend(user, audio: media.sendsSound, video: false) != nil
        let video = order.video || refusalToSend(user, audio: false, video: media.sendsPictures) != nil
        stop(media, audio: audio, video: video)
    }
}
