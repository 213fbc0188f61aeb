import ClassRules
import Classes
import PlayCore
import ScreenKit

package enum PersonAction: Sendable, Hashable {
    case allow, refuse, lowerHand
    case letIn, keepOut
    case invite(Bool)
    case presenter
    case microphone(Bool)
    case camera(Bool)
    case drawing(Bool)
    case like
    case letWrite
    /// Asks for the duration first.
    case forbidChat
    case expel
}

extension LiveScreen {
    /// Returns the permitted actions in the order of the menu.
    func actions(for user: ClassUser, at now: HostTime) -> [(action: PersonAction, wish: ClassWish)] {
        guard !view.machine.waiting.contains(where: { $0.id == user.id }) else {
            return [true, false].map { ($0 ? .letIn : .keepOut, .admit(ClassReply(user: user.id, $0))) }
        }
        let entry = view.state.users.list[user.id]
        let (hasAudio, hasVideo) = (entry?.hasAudio ?? false, entry?.hasVideo ?? false)
        let isWaiting = view.live.requests[user.id] != nil
        var all: [(PersonAction, ClassWish)] = []
        if isWaiting {
            all.append((.allow, .reply(ClassReply(user: user.id, true))))
            all.append((.refuse, .reply(ClassReply(user: user.id, false))))
        }
        all.append((.lowerHand, .lowerHand(user.id)))
        let isInvited = view.live.invitations[user.id] != nil
        if !isWaiting { all.append((.invite(!isInvited), .invite(ClassPermission(user: user.id, !isInvited)))) }
        if view.state.users.presenter != user.id { all.append((.presenter, .presenter(user.id))) }
        all.append(
            (
                .microphone(!hasAudio),
                .remote(RemoteSwitch(user: user.id, hasAudio: !hasAudio, hasVideo: hasVideo))
            ))
        all.append(
            (.camera(!hasVideo), .remote(RemoteSwitch(user: user.id, hasAudio: hasAudio, hasVideo: !hasVideo))))
        let mayDraw = view.live.drawingGrants.contains(user.id)
        all.append((.drawing(!mayDraw), .grantDrawing(ClassPermission(user: user.id, !mayDraw))))
        all.append((.like, .like(user.id)))
        let isBanned = view.live.chatBans[user.id] != nil
        all.append(
            (
                isBanned ? .letWrite : .forbidChat,
                .banFromChat(ChatBanWish(user: user.id, seconds: isBanned ? 0 : Self.usualBan))
            ))
        all.append((.expel, .expel(user.id)))
        return all.filter { refusal(of: $0.1, at: now) == nil }.map { ($0.0, $0.1) }
    }

    /// The default duration in seconds, as in the service's sample.
    static let usualBan = 60
}

extension PersonAction {
    var title: String {
        switch self {
        case .allow: tr("Allow to speak")
        case .refuse: tr("Refuse to let speak")
        case .lowerHand: tr("Lower the hand")
        case .letIn: tr("Let in")
        case .keepOut: tr("Refuse")
        case .invite(true): tr("Invite to speak")
        case .invite(false): tr("Cancel the invitation")
        case .presenter: tr("Make presenter")
        case .microphone(true): tr("Microphone on")
        case .microphone(false): tr("Microphone off")
        case .camera(true): tr("Camera on")
        case .camera(false): tr("Camera off")
        case .drawing(true): tr("Let draw")
        case .drawing(false): tr("Stop drawing")
        case .like: tr("Like")
        case .letWrite: tr("Let write again")
        case .forbidChat: tr("Forbid chat for a time…")
        case .expel: tr("Remove from the class…")
        }
    }

    var key: String {
        switch self {
        case .allow, .letIn: "y"
        case .refuse, .keepOut: "n"
        case .lowerHand: "-"
        case .like: "+"
        default: ""
        }
    }
}

extension ClassScreen {
    mutating func openPersonActions(at now: HostTime) -> Consequences {
        guard let live, let user = selected(.people).flatMap({ waiting(at: $0) ?? person(at: $0)?.user }) else {
            return [.say(tr("No one is selected"))]
        }
        guard !live.actions(for: user, at: now).isEmpty else {
            return [.say(tr("No actions are possible for %1", ChatLines.name(user)))]
        }
        self.live?.person = user.id
        return [.open(.personActions)]
    }

    private var personOfActions: ClassUser? {
        guard let live, let id = live.person else { return nil }
        return live.view.machine.waiting.first { $0.id == id } ?? live.view.state.users.list[id]?.user
    }

    var personTitle: String { personOfActions.map { ChatLines.name($0) } ?? "" }

    func personRows(at now: HostTime) -> [Row] {
        guard let live, let user = personOfActions else { return [] }
        return live.actions(for: user, at: now).map { Row(.person($0.action), $0.action.title, detail: $0.action.key) }
    }

    mutating func choose(_ action: PersonAction, at now: HostTime) -> Consequences {
        guard let live, let user = personOfActions else { return [] }
        let name = ChatLines.name(user)
        switch action {
        case .forbidChat:
            commandLine = LiveCommandLine("ban @\(name) \(LiveScreen.usualBan)")
            return []
        case .expel: return ask(tr("Remove %1 from the class?", name), before: .expel(user.id), at: now)
        default:
            let wish = live.actions(for: user, at: now).first { $0.action == action }?.wish
            return wish.map { self.wish($0, at: now) } ?? []
        }
    }
}
