package import PlayCore

/// What is the case in a class that is live, beside what recorded ones have. A value.
package struct LiveArea: Sendable, Equatable {
    package var revision = 0
    /// Nil: nobody has said.
    package var features: ClassFeatures?
    /// When the class began; nil: it is not in progress.
    package private(set) var startTime: MediaTime?
    /// Those who ask to speak, who asked first first.
    package private(set) var requests = KeyedList<SpeakingRequest>()
    package private(set) var invitations = KeyedList<SpeakingInvitation>()
    /// Those who speak beside teachers and assistants, in the order of beginning.
    package private(set) var speakers = KeyedList<Speaker>()
    package var areRequestsForbidden = false
    package private(set) var isSoundForbidden = false
    /// Who may be heard although sound is forbidden: those who were asked to speak since.
    package private(set) var soundExceptions: Set<String> = []
    package var isChatForbidden = false
    /// Slow mode: seconds that a student waits from message to message; 0: none.
    package var chatInterval = 0
    /// Ten minutes.
    package static let longestChatInterval = 600
    /// By the ids of those who may not write. They outlast leaving.
    package private(set) var chatBans: [String: ChatBan] = [:]
    package private(set) var drawingGrants: Set<String> = []
    /// Likes by the ids of who has them.
    package private(set) var likes: [String: Int] = [:]
    /// Of the survey that runs; nil: none does.
    package private(set) var survey: OpenSurvey?
    /// The newest surveys that have ended, the oldest first.
    package private(set) var surveyHistory: [SurveyResult] = []
    package var isRecording = false
    /// Addresses of what was recorded, the oldest first; unverified.
    package private(set) var recordings: [String] = []

    /// So many surveys are kept.
    package static let historyLimit = 100
    /// So many recordings, the newest.
    package static let recordingLimit = 20

    package var isInProgress: Bool { startTime != nil }

    var weight: Int {
        requests.count + invitations.count + speakers.count + soundExceptions.count + chatBans.count
            + drawingGrants.count + likes.count + surveyHistory.count + recordings.count
    }

    mutating func note(recording address: String) {
        recordings.removeAll { $0 == address }
        recordings.append(address)
        if recordings.count > Self.recordingLimit { recordings.removeFirst() }
    }

    mutating func start(at time: MediaTime) { startTime = startTime ?? time }

    mutating func stop() {
        startTime = nil
        requests = KeyedList()
        invitations = KeyedList()
        speakers = KeyedList()
        soundExceptions = []
        drawingGrants = []
        likes = [:]
    }

    /// What ends with somebody's presence. Likes and bans do not.
    mutating func leave(_ ids: [String]) {
        revision += 1
        for id in ids {
            requests[id] = nil
            invitations[id] = nil
            speakers[id] = nil
            soundExceptions.remove(id)
            drawingGrants.remove(id)
        }
    }

    mutating func request(_ request: SpeakingRequest) { requests[request.user] = request }

    mutating func endRequest(of user: String) { requests[user] = nil }

    mutating func invite(_ invitation: SpeakingInvitation) {
        invitations[invitation.user] = invitation
        allowSound(of: invitation.user)
    }

    mutating func endInvitation(of user: String) {
        invitations[user] = nil
        soundExceptions.remove(user)
    }

    mutating func add(_ speaker: Speaker) {
        requests[speaker.user] = nil
        invitations[speaker.user] = nil
        speakers[speaker.user] = speaker
        allowSound(of: speaker.user)
    }

    mutating func removeSpeaker(_ user: String) {
        speakers[user] = nil
        soundExceptions.remove(user)
    }

    private mutating func allowSound(of user: String) {
        if isSoundForbidden { soundExceptions.insert(user) }
    }

    mutating func setSound(_ ban: SoundBan) {
        isSoundForbidden = ban.isForbidden
        soundExceptions = ban.isForbidden ? Set(ban.except) : []
    }

    mutating func ban(_ ban: ChatBan) { chatBans[ban.user] = ban }

    mutating func endBan(of user: String) { chatBans[user] = nil }

    mutating func grant(_ grant: DrawingGrant) {
        if grant.isGranted { drawingGrants.insert(grant.user) } else { drawingGrants.remove(grant.user) }
    }

    mutating func like(_ like: Like) { likes[like.user] = like.count > 0 ? like.count : nil }

    mutating func open(_ survey: OpenSurvey) { self.survey = survey }

    mutating func closeSurvey() {
        revision += 1
        survey = nil
    }

    mutating func add(_ result: SurveyResult) {
        surveyHistory.append(result)
        if surveyHistory.count > Self.historyLimit { surveyHistory.removeFirst() }
    }
}
