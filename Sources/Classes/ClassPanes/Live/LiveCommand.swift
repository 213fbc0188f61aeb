package import ClassRules
package import Classes
import Encoding
import PlayCore
import ScreenKit

/// A command typed after `:`.
package enum LiveCommand: Sendable, Equatable {
    case wish(ClassWish)
    case asksFirst(ClassWish, question: String)
    case upload(path: String, ClassUpload.Purpose)
    case cancelUpload
    case roomInfo
    case documents
    case surveyForm
    case ownMedia(OwnMediaOrder)
    case captureDevices
    case receiveLink(LiveLink)
    case shareTerminal(TerminalChoice)
    /// Ends sharing of the viewer's terminal and screen, or of another person's terminal.
    case endSharing
    /// Writes a report. The path is a file or a folder; `nil` selects the default one.
    case report(path: String?)

    /// A refused line, explained in the viewer's language.
    package struct Problem: Error, Equatable {
        package let words: String
    }

    enum Argument: Equatable {
        case none, onOff, text, path, optionalPath, personAndSeconds, personAndText, json, share, device, definition
        case interval, rotation, smoothing, link, waiting, handTime, timer
    }

    enum Rank { case everybody, leaders, teachers }

    struct Entry: Equatable {
        let name: String
        let argument: Argument
        let rank: Rank
        /// The arguments, in English.
        let usage: String

        var shownUsage: String { UsageText.localized(usage) }
    }

    static let all = [
        Entry(name: "start", argument: .none, rank: .teachers, usage: ""),
        Entry(name: "stop", argument: .none, rank: .teachers, usage: ""),
        Entry(name: "notice", argument: .text, rank: .teachers, usage: "TEXT [URL]"),
        Entry(name: "record", argument: .onOff, rank: .teachers, usage: "on|off"),
        Entry(name: "forbid-chat", argument: .onOff, rank: .teachers, usage: "on|off"),
        Entry(name: "slow", argument: .interval, rank: .teachers, usage: "SECONDS|off"),
        Entry(name: "report", argument: .optionalPath, rank: .teachers, usage: "[FILE]"),
        Entry(name: "private", argument: .onOff, rank: .teachers, usage: "on|off"),
        Entry(name: "lock", argument: .onOff, rank: .teachers, usage: "on|off"),
        Entry(name: "waiting", argument: .onOff, rank: .teachers, usage: "on|off"),
        Entry(name: "admit", argument: .waiting, rank: .leaders, usage: "NAME|all"),
        Entry(name: "timer", argument: .timer, rank: .teachers, usage: "TIME|pause|resume|off"),
        Entry(name: "ban", argument: .personAndSeconds, rank: .leaders, usage: "@NAME SECONDS"),
        Entry(name: "mute-all", argument: .onOff, rank: .leaders, usage: "on|off"),
        Entry(name: "requests", argument: .onOff, rank: .leaders, usage: "on|off"),
        Entry(name: "hands", argument: .handTime, rank: .leaders, usage: "stay|SECONDS"),
        Entry(name: "lower-all", argument: .none, rank: .leaders, usage: ""),
        Entry(name: "clear-drawing", argument: .none, rank: .leaders, usage: ""),
        Entry(name: "upload", argument: .path, rank: .leaders, usage: "FILE"),
        Entry(name: "quiz", argument: .none, rank: .leaders, usage: ""),
        Entry(name: "end-quiz", argument: .none, rank: .leaders, usage: ""),
        Entry(name: "broadcast", argument: .json, rank: .leaders, usage: "NAME JSON"),
        Entry(name: "microphone", argument: .device, rank: .everybody, usage: "on|off|DEVICE"),
        Entry(name: "camera", argument: .device, rank: .everybody, usage: "on|off|DEVICE"),
        Entry(name: "talk", argument: .onOff, rank: .everybody, usage: "on|off"),
        Entry(name: "devices", argument: .none, rank: .everybody, usage: ""),
        Entry(name: "definition", argument: .definition, rank: .everybody, usage: "low|default|high"),
        Entry(name: "rotate", argument: .rotation, rank: .everybody, usage: "0|90|180|270"),
        Entry(name: "smooth", argument: .smoothing, rank: .everybody, usage: "0…5|on|off"),
        Entry(name: "link", argument: .link, rank: .everybody, usage: "udp|tcp"),
        Entry(name: "send-link", argument: .link, rank: .everybody, usage: "udp|tcp"),
        Entry(name: "to", argument: .personAndText, rank: .everybody, usage: "@NAME TEXT"),
        Entry(name: "share", argument: .share, rank: .everybody, usage: "terminal [PANE]|screen|window [TITLE]|off"),
        Entry(name: "image", argument: .path, rank: .everybody, usage: "FILE"),
        Entry(name: "cancel-upload", argument: .none, rank: .everybody, usage: ""),
        Entry(name: "documents", argument: .none, rank: .everybody, usage: ""),
        Entry(name: "roominfo", argument: .none, rank: .everybody, usage: ""),
    ]

    static func offered(to view: LiveClassView) -> [Entry] {
        all.filter { entry in
            switch entry.rank {
            case .everybody: true
            case .leaders: view.leads
            case .teachers: view.isTeacher
            }
        }
    }

    static func parts(_ line: String) -> (name: Substring, rest: String) {
        let text = line.drop(while: \.isWhitespace)
        let name = text.prefix { !$0.isWhitespace }
        let rest = text.dropFirst(name.count).drop(while: \.isWhitespace)
        return (name, String(rest))
    }
}

extension LiveCommand {
    /// - Parameter users: the people whom the line may name.
    init(_ line: String, users: [ClassUser], _ view: LiveClassView) throws(Problem) {
        let (name, rest) = Self.parts(line)
        guard let entry = Self.all.first(where: { $0.name == name }) else {
            throw Problem(words: tr("No such command: %1", String(name)))
        }
        let wrong = Problem(words: tr("Usage: :%1 %2", entry.name, entry.shownUsage))
        switch entry.argument {
        case .none: self = try Self.plain(entry.name, rest.isEmpty ? nil : wrong, view)
        case .onOff:
            guard rest == "on" || rest == "off" else { throw wrong }
            self = Self.switching(entry.name, rest == "on")
        case .text: self = .wish(.notice(Self.notice(rest)))
        case .path:
            guard !rest.isEmpty else { throw wrong }
            self = .upload(path: rest, entry.name == "upload" ? .document : .message)
        case .optionalPath: self = .report(path: rest.isEmpty ? nil : rest)
        case .personAndSeconds: self = try Self.ban(rest, users, wrong)
        case .personAndText: self = try Self.privateMessage(rest, users, wrong)
        case .waiting where rest == "all": self = .wish(.admitAll)
        case .waiting:
            guard !rest.isEmpty else { throw wrong }
            self = .wish(.admit(ClassReply(user: try Self.person(rest, view.machine.waiting).id, true)))
        case .json: self = try Self.broadcast(rest, wrong)
        case .share: self = try Self.share(rest, wrong)
        case .device:
            guard !rest.isEmpty else { throw wrong }
            self = .ownMedia(Self.device(entry.name == "camera" ? .camera : .microphone, rest))
        case .definition:
            guard let definition = PictureDefinition(rawValue: rest) else { throw wrong }
            self = .ownMedia(.definition(definition))
        case .rotation:
            guard let rotation = Int(rest).flatMap(CameraRotation.init) else { throw wrong }
            self = .ownMedia(.rotation(rotation))
        case .smoothing:
            guard let level = CameraSmoothing.level(rest) else { throw wrong }
            self = .ownMedia(.smoothing(level))
        case .link:
            guard let link = LiveLink(rawValue: rest) else { throw wrong }
            self = entry.name == "send-link" ? .ownMedia(.link(link)) : .receiveLink(link)
        case .handTime:
            guard let seconds = rest == "stay" ? 0 : Int(rest), seconds >= 0 else { throw wrong }
            self = .wish(.handTime(seconds))
        case .interval:
            guard let seconds = rest == "off" ? 0 : Int(rest), seconds >= 0 else { throw wrong }
            self = .wish(.slowChat(seconds))
        case .timer: self = .wish(try Self.timer(rest, wrong))
        }
    }

    private static func plain(_ name: String, _ problem: Problem?, _ view: LiveClassView) throws(Problem) -> LiveCommand
    {
        if let problem { throw problem }
        switch name {
        case "start": return .wish(.start(true))
        case "stop": return .asksFirst(.start(false), question: tr("End the class for everyone?"))
        case "lower-all": return .wish(.lowerAllHands)
        case "clear-drawing":
            return .asksFirst(
                .clearBoard(view.state.documents.page?.key), question: tr("Clear the drawing of this page?"))
        case "quiz": return .surveyForm
        case "end-quiz": return .wish(.endSurvey)
        case "cancel-upload": return .cancelUpload
        case "documents": return .documents
        case "devices": return .captureDevices
        default: return .roomInfo
        }
    }

    private static func device(_ device: OwnMediaOrder.Device, _ text: String) -> OwnMediaOrder {
        switch text {
        case "on": .turn(device, isOn: true)
        case "off": .turn(device, isOn: false)
        default: .use(device, text)
        }
    }

    private static func timer(_ text: String, _ wrong: Problem) throws(Problem) -> ClassWish {
        switch text {
        case "pause": return .pauseTimer(true)
        case "resume": return .pauseTimer(false)
        case "off": return .setTimer(0)
        default:
            guard let time = TimeText.parse(text), time > .zero else { throw wrong }
            return .setTimer(Int(max(1, time.wholeSeconds)))
        }
    }

    private static func share(_ text: String, _ wrong: Problem) throws(Problem) -> LiveCommand {
        let (kind, name) = parts(text)
        switch kind {
        case "off" where name.isEmpty: return .endSharing
        case "screen" where name.isEmpty: return .ownMedia(.shareScreen(.desktop))
        case "window": return .ownMedia(.shareScreen(.window(name.isEmpty ? nil : name)))
        case "terminal": return .shareTerminal(TerminalChoice(pane: name.isEmpty ? nil : name))
        default: throw wrong
        }
    }

    private static func switching(_ name: String, _ isOn: Bool) -> LiveCommand {
        switch name {
        case "talk": .ownMedia(.pushToTalk(isOn))
        case "record": .wish(.record(isOn))
        case "forbid-chat": .wish(.forbidChat(isOn))
        case "lock": .wish(.lock(isOn))
        case "private": .wish(.forbidPrivateMessages(!isOn))
        case "waiting": .wish(.waitingRoom(isOn))
        case "mute-all": .wish(.forbidSound(isOn))
        default: .wish(.forbidRequests(!isOn))
        }
    }

    /// Returns the notice, or `nil` to remove it. A web address at its end becomes its link.
    private static func notice(_ text: String) -> PostedNotice? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        let words = text.split(separator: " ")
        guard words.count > 1, let last = words.last, last.hasPrefix("https://") || last.hasPrefix("http://") else {
            return PostedNotice(text: text)
        }
        return PostedNotice(text: words.dropLast().joined(separator: " "), link: String(last))
    }

    private static func ban(_ text: String, _ users: [ClassUser], _ wrong: Problem) throws(Problem) -> LiveCommand {
        let words = text.split(separator: " ")
        guard words.count > 1, let last = words.last, let seconds = Int(last), seconds >= 0 else { throw wrong }
        let user = try person(words.dropLast().joined(separator: " "), users)
        return .wish(.banFromChat(ChatBanWish(user: user.id, seconds: seconds)))
    }

    /// Reads `@NAME TEXT`. Names may contain blanks, so the longest matching name wins.
    private static func privateMessage(
        _ text: String, _ users: [ClassUser], _ wrong: Problem
    ) throws(Problem) -> LiveCommand {
        let line = text.hasPrefix("@") ? String(text.dropFirst()) : text
        let names = users.map(\.name).filter { !$0.isEmpty && (line == $0 || line.hasPrefix($0 + " ")) }
        let name = names.max { $0.count < $1.count } ?? String(parts(line).name)
        let words = line.dropFirst(name.count).drop(while: \.isWhitespace)
        guard !name.isEmpty, !words.isEmpty else { throw wrong }
        let user = try person(name, users)
        return .wish(.privateMessage(PrivateMessageWish(to: user.id, Emoji.expanded(String(words)))))
    }

    private static func person(_ text: String, _ users: [ClassUser]) throws(Problem) -> ClassUser {
        let name = text.hasPrefix("@") ? String(text.dropFirst()) : text
        let found = users.filter { $0.name.split(separator: " ").joined(separator: " ") == name || $0.id == name }
        guard let user = found.first else { throw Problem(words: tr("No one here is called %1", name)) }
        guard found.count == 1 else { throw Problem(words: tr("Several people are called %1", name)) }
        return user
    }

    private static func broadcast(_ text: String, _ wrong: Problem) throws(Problem) -> LiveCommand {
        let (key, rest) = parts(text)
        guard !key.isEmpty, !rest.isEmpty else { throw wrong }
        // The limit applies to the characters of the text as it is sent.
        guard rest.count <= ClassLimits.broadcastLength else {
            throw Problem(
                words: trn("At most %1 character of JSON", "At most %1 characters of JSON", ClassLimits.broadcastLength)
            )
        }
        guard let value = try? JSONValue(document: Array(rest.utf8)) else {
            throw Problem(words: tr("This is not valid JSON"))
        }
        return .wish(.broadcast(Broadcast(key: String(key), value: value, isCache: false)))
    }
}
