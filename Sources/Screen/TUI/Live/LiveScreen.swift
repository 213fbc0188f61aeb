package import ClassRules
import PlayCore
import Rooms

/// A class that is live on the screen: what it tells, and what the viewer is about. A value.
package struct LiveScreen: Sendable, Equatable {
    package var view: LiveClassView { didSet { mayRaiseHand = Self.mayRaiseHand(view) } }
    /// Looked up once for each view of the class: the people of the class are counted for it.
    private(set) var mayRaiseHand: Bool
    package internal(set) var own = OwnSending()
    package internal(set) var devices = CaptureDeviceList()
    package var input = ChatInput()
    /// Of the survey that runs, what the viewer has chosen and not sent yet.
    var choice = SurveyChoice()
    /// The last line of the chat that was on the screen, and how many there were.
    var seen = SeenChat()
    /// The one whose actions are listed.
    var person: String?
    /// Whoever teaches has been asked whether the class begins.
    var wasAskedToStart = false

    package init(_ view: LiveClassView) {
        self.view = view
        mayRaiseHand = Self.mayRaiseHand(view)
    }

    private static func mayRaiseHand(_ view: LiveClassView) -> Bool {
        !view.leads && view.refusal(of: .requestToSpeak, at: view.clock.time) == nil
    }

    /// Why a wish would not be fulfilled; nil: it may be.
    func refusal(of wish: ClassWish, at now: HostTime) -> ClassError? {
        view.refusal(of: wish, at: view.clock.time(at: now))
    }

    /// Milliseconds until a class without a teacher ends, or `nil` if a teacher is there.
    func waitForTeacher(at now: HostTime) -> Int64? {
        view.link.isReached ? view.machine.waitForTeacher(at: view.clock.time(at: now)) : nil
    }

    /// The one's own raised hand.
    var ownRequest: SpeakingRequest? { view.live.requests[view.me.id] }

    var isSpeaking: Bool { view.live.isInProgress && (view.isTeacher || view.live.speakers[view.me.id] != nil) }
}

/// How far the chat was read. A value.
struct SeenChat: Sendable, Equatable {
    /// The newest line that was on the screen; nil: none was.
    var last: ChatPosition?
    /// Lines there were then.
    var count = 0
    /// What was new when the chat came back on the screen is below this line; nil: nothing was.
    var newFrom: ChatPosition?
    /// Something of it is for this viewer.
    var isAddressed = false
    private var wasShown = true

    /// - Parameter isShown: the newest lines are on the screen.
    mutating func follow(_ window: ChatWindow, count: Int, isShown: Bool) {
        defer { wasShown = isShown }
        guard isShown, window.search == nil, let newest = window.lines.last?.position else {
            // What was there before one came is not new.
            if last == nil { (last, self.count) = (window.lines.last?.position, count) }
            return
        }
        if !wasShown, let last, last < newest { newFrom = last }
        isAddressed = false
        (last, self.count) = (newest, count)
    }
}

extension RoomScreen {
    /// Lines of the chat that have not been on the screen.
    var unreadCount: Int {
        guard let live else { return 0 }
        return max(0, (view.snapshot.messages?.content.count ?? 0) - live.seen.count)
    }

    /// The newest lines of the chat are on the screen.
    var showsNewestChat: Bool { chat.place == nil && chat.query == ChatQuery() }
}

extension AppState {
    /// Takes what is new of a class that is live; nil: it is none.
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

    /// A wish goes to the class, unless the rules say at once that it cannot be.
    mutating func wish(_ wish: ClassWish, at now: HostTime) -> [Effect] {
        guard let live = room?.live else { return [] }
        if let error = live.refusal(of: wish, at: now) {
            message = Message(error.words, .warning, at: now)
            return []
        }
        return [.live(.wish(wish))]
    }
}
