import ClassKeeper
import Encoding
import Options
import PlayCore
import Storage

struct AuditCommand {
    private let access: KeeperStoreAccess

    init(_ folder: String) throws(KeeperError) { access = try KeeperStoreAccess(folder) }

    func list(_ line: KeeperCommandLine) throws(KeeperError) {
        _ = try access.plans(line)
        let entries = try access.with { store throws(StorageError) in try store.audit(of: line.words.first) }
        Output.print(
            entries.map { room, entry in
                [
                    ("time", WallTime(milliseconds: entry.time).text, .integer(entry.time)),
                    ("class", room, .string(room)), ("id", entry.id ?? "", entry.id.map { .string($0) }),
                    ("role", entry.role, .string(entry.role)), ("name", entry.name, .string(entry.name)),
                    ("act", entry.words, .string(entry.act)), ("value", nil, entry.value.map { .integer($0) }),
                    ("target", entry.target ?? "", entry.target.map { .string($0) }),
                    ("targetName", entry.targetName ?? "", entry.targetName.map { .string($0) }),
                    ("detail", entry.detail ?? "", entry.detail.map { .string($0) }),
                ]
            }, line)
    }
}

extension AuditEntry {
    /// The act in words; those of a command as they are.
    fileprivate var words: String {
        let isOn = value ?? 0 > 0
        return switch act {
        case "start": isOn ? tr("began the class") : tr("ended the class")
        case "record": isOn ? tr("began recording") : tr("ended recording")
        case "forbidRequests": isOn ? tr("forbade raising hands") : tr("allowed raising hands")
        case "forbidSound": isOn ? tr("muted all students") : tr("unmuted all students")
        case "forbidChat": isOn ? tr("closed the chat") : tr("opened the chat")
        case "slowChat": isOn ? tr("slow mode: %1 s", "\(value ?? 0)") : tr("slow mode off")
        case "lock": isOn ? tr("locked the class") : tr("unlocked the class")
        case "waitingRoom": isOn ? tr("opened the waiting room") : tr("closed the waiting room")
        case "admit": isOn ? tr("let in") : tr("refused to let in")
        case "admitAll": tr("let in everyone who waited")
        case "handTime": isOn ? tr("raised hands wait: %1 s", "\(value ?? 0)") : tr("raised hands stay")
        case "forbidPrivateMessages": isOn ? tr("forbade private messages") : tr("allowed private messages")
        case "presenter": tr("made presenter")
        case "expel": tr("banned from the class")
        case "reply": isOn ? tr("let speak") : tr("refused to let speak")
        case "invite": isOn ? tr("invited to speak") : tr("cancelled the invitation to speak")
        case "lowerHand": tr("ended the raised hand or the speaking")
        case "lowerAllHands": tr("lowered all hands")
        case "grantDrawing": isOn ? tr("allowed drawing") : tr("ended the right to draw")
        case "banFromChat":
            isOn ? tr("banned from the chat: %1 s", "\(value ?? 0)") : tr("lifted the ban from the chat")
        case "removeMessage": tr("removed a message")
        case "remote":
            switch value {
            case 1: tr("switched the microphone on")
            case 2: tr("switched the camera on")
            case 3: tr("switched microphone and camera on")
            default: tr("switched microphone and camera off")
            }
        default: act
        }
    }
}
