import Cells
import ClassRules
import Classes
package import PlayCore
import ScreenKit

extension ClassScreen {
    package mutating func perform(
        _ action: LiveKeyAction, _ context: ClassContext, at now: HostTime
    ) -> Consequences {
        guard let live else { return [] }
        switch action {
        case .write: return beginWriting(at: now)
        case .hand: return raiseHand(live, at: now)
        case .answer(let isAllowed): return answer(live.view.live.requests.elements.first, isAllowed, at: now)
        case .lowerAllHands: return wish(.lowerAllHands, at: now)
        case .toggleRequests: return wish(.forbidRequests(!live.view.live.areRequestsForbidden), at: now)
        case .allow, .refuse:
            if let user = selected(.people).flatMap({ waiting(at: $0) }) {
                return wish(.admit(ClassReply(user: user.id, action == .allow)), at: now)
            }
            return answer(selected(.people).flatMap { request(at: $0) }, action == .allow, at: now)
        case .lowerHand: return selectedUser.map { wish(.lowerHand($0.id), at: now) } ?? []
        case .like: return selectedUser.map { wish(.like($0.id), at: now) } ?? []
        case .removeMessage: return removeSelectedMessage(at: now)
        case .reply: return beginReply(at: now)
        case .commandLine: openCommandLine(live)
        case .microphone: return [.ownMedia(.turn(.microphone, isOn: nil))]
        case .camera: return [.ownMedia(.turn(.camera, isOn: nil))]
        case .talk: return live.own.isPushToTalk ? [.ownMedia(.talk)] : [.order(.togglePause)]
        case .captureDevices: return [.open(.captureDevices)]
        case .startOrStop: return startOrStop(at: now)
        case .documents: return [.open(.documents)]
        case .turnPage(let step): return turnPage(by: step, in: live, at: now)
        case .roomPage: return returnToClassPage(live)
        case .drawing: return beginDrawing(live, context, at: now)
        case .surveyForm: return openSurveyForm(at: now)
        case .personActions: return openPersonActions(at: now)
        case .definition: return changeDefinition()
        }
        return []
    }

    /// Returns whether the viewer's role allows the action. The page of keys omits others.
    package func offers(_ action: LiveKeyAction) -> Bool {
        guard let view = live?.view else { return false }
        return switch action {
        case .write, .reply, .commandLine, .hand, .turnPage, .roomPage, .documents, .drawing, .personActions,
            .definition, .microphone, .camera, .talk, .captureDevices:
            true
        case .startOrStop: view.isTeacher
        case .answer, .lowerAllHands, .toggleRequests, .surveyForm, .like, .allow, .refuse, .lowerHand, .removeMessage:
            view.leads
        }
    }

    private var selectedUser: ClassUser? { selected(.people).flatMap { person(at: $0)?.user } }

    private mutating func removeSelectedMessage(at now: HostTime) -> Consequences {
        guard let item = selected(.chat), view.chat.lines.indices.contains(item) else {
            return [.say(tr("Nothing is selected"))]
        }
        let line = view.chat.lines[item].message
        guard line.to == nil else { return [.say(tr("Private messages cannot be removed"), .warning)] }
        return ask(
            tr("Remove this message by %1?", ChatLines.name(line.author)), before: .removeMessage(line.id), at: now)
    }

    /// Handles a key of a live class, or returns `nil` if it has the same meaning in any class.
    mutating func press(
        _ key: KeyPress, in live: LiveScreen, _ context: ClassContext, at now: HostTime
    ) -> Consequences? {
        if focus == .quiz { return press(key, inSurvey: live, at: now) }
        guard let action = LiveKeys.ofLists[key], Self.panes(of: action).contains(focus), offers(action) else {
            return nil
        }
        switch action {
        // These keys answer the selected request. On other rows they copy a name and move to the next part.
        case .allow, .refuse: guard let item = selected(.people), item < rowsBeforePeople else { return nil }
        default: break
        }
        return perform(action, context, at: now)
    }

    private static func panes(of action: LiveKeyAction) -> [ClassPane] {
        switch action {
        case .removeMessage, .reply: [.chat]
        case .definition: [.people, .cameras, .companion]
        default: [.people]
        }
    }

    private func changeDefinition() -> Consequences {
        let user: String? =
            switch focus {
            case .cameras: selectedThumbnail.map { view.thumbnails[$0].id }
            case .companion: if case .person(let id, _)? = view.companion?.kind { id } else { nil }
            default: selectedUser?.id
            }
        return user.map { [.room(.changeDefinition(of: $0))] } ?? []
    }

    /// Handles Enter, or returns `nil` if it has the same effect in any class.
    mutating func goInLiveClass(at now: HostTime) -> Consequences? {
        guard live != nil, focus == .chat else { return nil }
        guard let item = selected(.chat), view.chat.lines.indices.contains(item) else { return beginWriting(at: now) }
        if let picture = view.chat.lines[item].message.picture {
            hidden.remove(.slides)
            if zoomed != nil { zoomed = .slides }
            return [.room(.showPicture(picture))]
        }
        return copiedText?.contains("://") == true ? openLinks() : beginWriting(at: now)
    }

    private mutating func raiseHand(_ live: LiveScreen, at now: HostTime) -> Consequences {
        if live.view.leads {
            focusPane(.people)
            if rowsBeforePeople > 0 { places[.people] = 0 }
            return []
        }
        if live.ownRequest != nil { return wish(.withdrawRequest, at: now) }
        return wish(live.isSpeaking ? .stopSpeaking : .requestToSpeak, at: now)
    }

    private func answer(_ request: SpeakingRequest?, _ isAllowed: Bool, at now: HostTime) -> Consequences {
        guard let request else { return [.say(tr("No hand is raised"))] }
        return wish(.reply(ClassReply(user: request.user, isAllowed)), at: now)
    }
}
