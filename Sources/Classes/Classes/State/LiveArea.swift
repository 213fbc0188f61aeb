package import PlayCore

package struct LiveArea: Sendable, Equatable {
    package var revision = 0
    package private(set) var features: ClassFeatures?
    /// `nil` unless it was set after ``features``.
    package private(set) var handTime: HandTime?
    package private(set) var startTime: MediaTime?
    /// Earliest first.
    package private(set) var requests = KeyedList<SpeakingRequest>()
    package private(set) var invitations = KeyedList<SpeakingInvitation>()
    /// Excludes teachers and assistants. In the order in which they started.
    package private(set) var speakers = KeyedList<Speaker>()
    package var areRequestsForbidden = false
    package private(set) var isSoundForbidden = false
    /// Users who may be heard although sound is forbidden. They were invited to speak after the ban.
    package private(set) var soundExceptions: Set<String> = []
    package var isChatForbidden = false
    /// The seconds that a student must wait between messages; 0 for none.
    package var chatInterval = 0
    /// In seconds: ten minutes.
    package static let longestChatInterval = 600
    package var arePrivateMessagesForbidden = false
    package var isLocked = false
    /// Whether new people wait for a teacher to admit them.
    package var hasWaitingRoom = false
    /// By user. A ban outlasts leaving the class.
    package private(set) var chatBans: [String: ChatBan] = [:]
    package private(set) var drawingGrants: Set<String> = []
    package private(set) var likes: [String: Int] = [:]
    package private(set) var survey: OpenSurvey?
    /// Oldest first.
    package private(set) var surveyHistory: [SurveyResult] = []
    package var isRecording = false
    /// Unverified addresses, oldest first.
    package private(set) var recordings: [String] = []

    package static let historyLimit = 100
    /// The newest recordings are kept.
    package static let recordingLimit = 20

    /// In milliseconds; 0 for requests that never expire.
    package var requestTimeout: Int64 {
        handTime?.milliseconds ?? (features ?? ClassFeatures()).requestTimeout
    }

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

    /// Removes the state that depends on a user's presence. Likes and bans stay.
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

    mutating func set(_ features: ClassFeatures) {
        if let old = self.features, old.requestTimeout != features.requestTimeout { handTime = nil }
        self.features = features
    }

    mutating func set(_ time: HandTime) {
        handTime = time
        for var request in requests.elements {
            request.deadline = time.deadline
            requests[request.user] = request
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
