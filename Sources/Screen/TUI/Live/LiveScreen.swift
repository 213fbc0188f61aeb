package import ClassRules
import Classes
import PlayCore

package struct LiveScreen: Sendable, Equatable {
    package var view: LiveClassView { didSet { mayRaiseHand = Self.mayRaiseHand(view) } }
    /// Computed once for each view of the class, because that counts the people.
    private(set) var mayRaiseHand: Bool
    package internal(set) var own = OwnSending()
    package internal(set) var devices = CaptureDeviceList()
    package var input = ChatInput()
    /// The options of the running survey that are chosen and not sent.
    var choice = SurveyChoice()
    /// The part of the chat that was visible.
    var seen = SeenChat()
    /// The id of the person whose actions are listed.
    var person: String?
    var wasAskedToStart = false

    package init(_ view: LiveClassView) {
        self.view = view
        mayRaiseHand = Self.mayRaiseHand(view)
    }

    private static func mayRaiseHand(_ view: LiveClassView) -> Bool {
        !view.leads && view.refusal(of: .requestToSpeak, at: view.clock.time) == nil
    }

    func refusal(of wish: ClassWish, at now: HostTime) -> ClassError? {
        view.refusal(of: wish, at: view.clock.time(at: now))
    }

    /// Returns the milliseconds until a class without a teacher ends, or `nil` with a teacher.
    func waitForTeacher(at now: HostTime) -> Int64? {
        view.link.isReached ? view.machine.waitForTeacher(at: view.clock.time(at: now)) : nil
    }

    var ownRequest: SpeakingRequest? { view.live.requests[view.me.id] }

    var isSpeaking: Bool { view.live.isInProgress && (view.isTeacher || view.live.speakers[view.me.id] != nil) }
}

struct SeenChat: Sendable, Equatable {
    /// The newest line that was visible.
    var last: ChatPosition?
    /// The number of lines at that time.
    var count = 0
    /// The last line before the messages that were new when the chat became visible again.
    var newFrom: ChatPosition?
    /// Whether an unread message addresses this viewer.
    var isAddressed = false
    private var wasShown = true

    /// - Parameter isShown: whether the newest lines are visible.
    mutating func follow(_ window: ChatWindow, count: Int, isShown: Bool) {
        defer { wasShown = isShown }
        guard isShown, window.search == nil, let newest = window.lines.last?.position else {
            // Messages from before the viewer came are not new.
            if last == nil { (last, self.count) = (window.lines.last?.position, count) }
            return
        }
        if !wasShown, let last, last < newest { newFrom = last }
        isAddressed = false
        (last, self.count) = (newest, count)
    }
}

extension ClassScreen {
    /// The number of lines that have not been visible.
    var unreadCount: Int {
        guard let live else { return 0 }
        return max(0, (view.snapshot.messages?.content.count ?? 0) - live.seen.count)
    }

    var showsNewestChat: Bool { chat.place == nil && chat.query == ChatQuery() }
}

extension AppState {
    /// Applies the newest view, or `nil` for a recording.
    mutating func show(_ view: LiveClassView?, at now: HostTime) -> [Effect] {
        guard var new = room else { return [] }
        let background = background.setLiveClass(view != nil, snapshot).flatMap { ask($0) }
        guard let view else {
            room?.live = nil
            return background
        }
        let old = new.live?.view
        new.live = new.live ?? LiveScreen(view)
        new.live?.view = view
        room = new
        let effects = follow(old, view, at: now) + offerToStart(at: now)
        if let live = room?.live { followDrawing(live, at: now) }
        followEndOfSurvey(old, view, at: now)
        return background + effects
    }

    mutating func followUnread() {
        guard room?.live != nil, let room else { return }
        let isShown = roomLayout?.place(of: .chat) != nil && room.showsNewestChat
        self.room?.live?.seen.follow(
            room.view.chat, count: room.view.snapshot.messages?.content.count ?? 0, isShown: isShown)
    }

    /// Sends a wish, unless the rules refuse it.
    mutating func wish(_ wish: ClassWish, at now: HostTime) -> [Effect] {
        guard let live = room?.live else { return [] }
        if let error = live.refusal(of: wish, at: now) {
            message = Message(error.words, .warning, at: now)
            return []
        }
        return [.live(.wish(wish))]
    }
}
