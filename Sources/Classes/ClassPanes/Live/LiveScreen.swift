package import ClassRules
import Classes
package import PlayCore
import ScreenKit

package struct LiveScreen: Sendable, Equatable {
    package var view: LiveClassView { didSet { mayRaiseHand = Self.mayRaiseHand(view) } }
    /// Computed once per view, because it counts the people.
    private(set) var mayRaiseHand: Bool
    package var own = OwnSending()
    package var devices = CaptureDeviceList()
    package var input = ChatInput()
    /// The chosen options of the running survey that have not been sent.
    var choice = SurveyChoice()
    var seen = SeenChat()
    /// The ID of the person whose actions are listed.
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

    /// Returns the milliseconds until a class without a teacher ends, or `nil` if a teacher is present.
    func waitForTeacher(at now: HostTime) -> Int64? {
        view.link.isReached ? view.machine.waitForTeacher(at: view.clock.time(at: now)) : nil
    }

    var ownRequest: SpeakingRequest? { view.live.requests[view.me.id] }

    var isSpeaking: Bool { view.live.isInProgress && (view.isTeacher || view.live.speakers[view.me.id] != nil) }
}

struct SeenChat: Sendable, Equatable {
    /// The newest line that was visible.
    var last: ChatPosition?
    /// The number of lines when the chat was last visible.
    var count = 0
    /// The last line before the messages that arrived while the chat was hidden.
    var newFrom: ChatPosition?
    /// Whether an unread message addresses this viewer.
    var isAddressed = false
    private var wasShown = true

    /// - Parameter isShown: whether the newest lines are visible.
    mutating func follow(_ window: ChatWindow, count: Int, isShown: Bool) {
        defer { wasShown = isShown }
        guard isShown, window.search == nil, let newest = window.lines.last?.position else {
            // Messages sent before the viewer entered are not new.
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

extension ClassScreen {
    /// Applies the newest view, or `nil` for a recording.
    package mutating func show(_ new: LiveClassView?, _ context: ClassContext, at now: HostTime) -> Consequences {
        guard let new else {
            live = nil
            return []
        }
        let old = live?.view
        live = live ?? LiveScreen(new)
        live?.view = new
        return follow(old, new, at: now) + offerToStart(at: now) + followDrawing(at: now)
            + followEndOfSurvey(old, new, context)
    }

    mutating func followUnread(_ context: ClassContext) {
        guard live != nil else { return }
        let isShown = layout(context)?.place(of: .chat) != nil && showsNewestChat
        live?.seen.follow(view.chat, count: view.snapshot.messages?.content.count ?? 0, isShown: isShown)
    }

    /// Sends a wish, unless the rules refuse it.
    func wish(_ wish: ClassWish, at now: HostTime) -> Consequences {
        guard let live else { return [] }
        if let error = live.refusal(of: wish, at: now) { return [.say(error.words, .warning)] }
        return [.wish(wish)]
    }
}
