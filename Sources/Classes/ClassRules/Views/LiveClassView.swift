package import Classes
package import PlayCore

package struct LiveClassView: Sendable, Equatable {
    package var number = 0
    package var me: ClassUser
    package var machine = ClassMachine()
    package var clock = ClassClock()
    package var link = ClassLink.online
    /// `nil` once the class is loaded.
    package var loading: ClassLoading?
    /// The page that only the viewer looks at; `nil` for the class's page.
    package var localPage: PageChange?
    package var upload: ClassUpload?
    package var pictures = PictureOrigin()
    package var survey = OwnSurvey()
    package var media = ClassMedia()
    package var sharesTerminal = false
    package var wroteAt: Int64?
    package var openWishes = 0
    /// Only teachers may watch these recordings.
    package private(set) var ownRecordings: [String] = []
    /// Whether the class starts without a question when the teacher enters.
    package var startsByItself = false

    package init(me: ClassUser) { self.me = me }

    /// Compares only the numbers, because each frame compares.
    package static func == (a: LiveClassView, b: LiveClassView) -> Bool { a.number == b.number }

    package var state: ClassState { machine.state }
    package var live: LiveArea { machine.state.live }

    /// Returns milliseconds; 0 for now.
    package func chatWait(at now: HostTime) -> Int64 {
        machine.chatWait(of: me.id, since: wroteAt, at: clock.time(at: now))
    }

    /// The unverified addresses of recordings that this viewer may watch, oldest first.
    package var recordings: [String] { live.recordings + ownRecordings }

    package mutating func note(recording address: String) {
        guard !recordings.contains(address) else { return }
        ownRecordings = Array((ownRecordings + [address]).suffix(LiveArea.recordingLimit))
    }

    package var isTeacher: Bool { me.role == .teacher }
    package var hasTeacher: Bool { state.users.list.contains { ClassRole($0.user.role) == .teacher } }
    package var leads: Bool { me.role.leadsRoom }
}

package struct ClassMedia: Sendable, Equatable {
    package struct Server: Sendable, Equatable {
        /// "rtmp" or "webrtc".
        package var name: String
        package var address: String
        package var token: String?
        /// UDP ports such as `20000-21999`. Unverified; for messages.
        package var ports: String?

        package init(name: String, address: String, token: String?, ports: String? = nil) {
            (self.name, self.address, self.token, self.ports) = (name, address, token, ports)
        }
    }

    package var room: String
    package var servers: [Server]

    package init(room: String = "", servers: [Server] = []) { (self.room, self.servers) = (room, servers) }

    package func server(_ name: String) -> Server? { servers.first { $0.name == name } }
}

extension ClassMedia: CustomStringConvertible, CustomReflectable {
    package var description: String { "media of \(room): \(servers.map(\.name))" }
    package var customMirror: Mirror { Mirror(self, children: ["media": description]) }
}

package struct ClassClock: Sendable, Equatable {
    /// The keeper's time at ``at``, in milliseconds since 1970.
    package var time: Int64
    package var at: HostTime

    package init(time: Int64 = 0, at: HostTime = .zero) {
        self.time = time
        self.at = at
    }

    /// Returns milliseconds since 1970.
    package func time(at now: HostTime) -> Int64 { time &+ (now - at).nanoseconds / 1_000_000 }

    package func instant(of time: Int64) -> HostTime {
        at + HostTime(nanoseconds: min(max(time &- self.time, -1_000_000_000), 1_000_000_000) * 1_000_000)
    }
}

package enum ClassLink: Sendable, Equatable {
    case online
    /// The keeper does not respond. The chat works, but wishes wait.
    case uncontrolled
    /// The class is unreachable. If the viewer was asked, reconnecting starts at `question` even without an answer.
    case lost(question: HostTime?)
    case reconnecting

    /// Whether events and orders of the class arrive. Without them, the viewer must not send.
    package var isReached: Bool { self == .online || self == .uncontrolled }
}

package struct ClassLoading: Sendable, Equatable {
    package enum Step: String, Sendable, Hashable, CaseIterable {
        case ticket, connection, room, snapshot, history, media
    }

    package struct Suspension: Sendable, Equatable {
        package enum Reason: Sendable, Equatable {
            case meteredLine
            /// A teacher must admit the viewer; with a message. The request is repeated automatically.
            case waiting(String)
            /// With an unverified message in the viewer's language.
            case failed(String)
        }

        package var reason: Reason

        package init(_ reason: Reason) { self.reason = reason }

        package var isWaiting: Bool { if case .waiting = reason { true } else { false } }
    }

    package struct SignIn: Sendable, Equatable {
        package var address: String
        package var code: String

        package init(address: String, code: String) { (self.address, self.code) = (address, code) }

        package var words: String {
            tr("Open %1 and enter the code %2", SafeText.clean(address, limit: 300), SafeText.clean(code, limit: 64))
        }
    }

    package var step: Step
    package var signIn: SignIn?
    /// The whole, 0 to 1.
    package var progress: Double
    package var suspension: Suspension?

    package init(_ step: Step, progress: Double, suspension: Suspension? = nil) {
        self.step = step
        self.progress = progress
        self.suspension = suspension
    }
}

package struct ClassUpload: Sendable, Equatable {
    package enum Purpose: Sendable, Hashable {
        case document, message
    }

    /// Unverified.
    package var name: String
    /// 0 to 1.
    package var progress: Double

    package init(name: String, progress: Double) {
        self.name = name
        self.progress = progress
    }
}

package struct OwnSurvey: Sendable, Equatable {
    package var answer: SurveyAnswer?
    package var verdict: SurveyVerdict?
    /// Of the running survey, for teachers and assistants.
    package var result: SurveyResult?
    package var rightCount = 0
    package var wrongCount = 0

    package init() {}
}

package struct TerminalChoice: Sendable, Equatable {
    /// The tmux pane; `nil` for the most recently active one.
    package var pane: String?

    package init(pane: String?) { self.pane = pane }
}

package enum LiveOrder: Sendable, Equatable {
    case wish(ClassWish)
    case say(String, replyTo: String? = nil)
    case lookAt(PageChange?)
    case upload(path: String, ClassUpload.Purpose)
    case cancelUpload
    case shareTerminal(TerminalChoice)
    case endTerminal
    /// Saves the results of the class to a file or folder; `nil` selects the folder for downloads.
    case saveReport(String?)
    case continueLoading(Bool)
    case reconnect(Bool)
    case leave
    case endAndLeave
}

package enum LiveNews: Sendable, Equatable {
    /// `nil` if the wish was fulfilled.
    case answer(ClassWish, ClassError?)
    case notice(ClassNotice)
    case requestEnded(SpeakingRequestEnd)
    /// A message that addresses this viewer, by name or as a reply.
    case addressed(ChatMessage)
    /// Unverified; in the viewer's language.
    case failure(String)
    case done(String)
}
