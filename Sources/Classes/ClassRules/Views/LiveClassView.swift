package import Classes
package import PlayCore

/// The live part beside ``ClassView``: the viewer, the rules and the connection. The texts are unverified.
package struct LiveClassView: Sendable, Equatable {
    /// A number that changes whenever anything differs.
    package var number = 0
    package var me: ClassUser
    /// The rules, with the state on which they depend.
    package var machine = ClassMachine()
    package var clock = ClassClock()
    package var link = ClassLink.online
    /// The progress of entering, or `nil` if the class is loaded.
    package var loading: ClassLoading?
    /// The page that the viewer looks at, if it is not the class's.
    package var localPage: PageChange?
    package var upload: ClassUpload?
    /// The hosts of pictures in the chat that belong to the class.
    package var pictures = PictureOrigin()
    package var survey = OwnSurvey()
    package var media = ClassMedia()
    /// Whether this machine shares a tmux pane with the class.
    package var sharesTerminal = false
    /// The time of this viewer's last message by the keeper's clock, or `nil` if there is none.
    package var wroteAt: Int64?
    package var openWishes = 0
    /// The addresses of recordings that only teachers may watch.
    package private(set) var ownRecordings: [String] = []
    /// Whether the class starts when the teacher enters, without a question.
    package var startsByItself = false

    package init(me: ClassUser) { self.me = me }

    /// Compares the numbers alone: each frame compares.
    package static func == (a: LiveClassView, b: LiveClassView) -> Bool { a.number == b.number }

    package var state: ClassState { machine.state }
    package var live: LiveArea { machine.state.live }

    /// Returns the milliseconds until slow mode lets this viewer write again; 0 for now.
    package func chatWait(at now: HostTime) -> Int64 {
        machine.chatWait(of: me.id, since: wroteAt, at: clock.time(at: now))
    }

    /// The addresses of recordings that this viewer may watch, the oldest first; unverified.
    package var recordings: [String] { live.recordings + ownRecordings }

    package mutating func note(recording address: String) {
        guard !recordings.contains(address) else { return }
        ownRecordings = Array((ownRecordings + [address]).suffix(LiveArea.recordingLimit))
    }

    package var isTeacher: Bool { me.role == .teacher }
    package var hasTeacher: Bool { state.users.list.contains { ClassRole($0.user.role) == .teacher } }
    /// Whether the viewer is a teacher or assistant.
    package var leads: Bool { me.role.leadsRoom }
}

/// The media servers of a class. Contains secrets.
package struct ClassMedia: Sendable, Equatable {
    package struct Server: Sendable, Equatable {
        /// The link that the server is for: "rtmp", "webrtc".
        package var name: String
        package var address: String
        package var token: String?
        /// UDP ports, `20000-21999`, or `nil` if they are unknown. Unverified; for people.
        package var ports: String?

        package init(name: String, address: String, token: String?, ports: String? = nil) {
            (self.name, self.address, self.token, self.ports) = (name, address, token, ports)
        }
    }

    /// The class's name in streams.
    package var room: String
    package var servers: [Server]

    package init(room: String = "", servers: [Server] = []) { (self.room, self.servers) = (room, servers) }

    package func server(_ name: String) -> Server? { servers.first { $0.name == name } }
}

/// Descriptions without secrets, for logs and failed tests.
extension ClassMedia: CustomStringConvertible, CustomReflectable {
    package var description: String { "media of \(room): \(servers.map(\.name))" }
    package var customMirror: Mirror { Mirror(self, children: ["media": description]) }
}

/// The keeper's clock, as known by this client.
package struct ClassClock: Sendable, Equatable {
    /// The keeper's time at ``at``, in milliseconds since 1970.
    package var time: Int64
    package var at: HostTime

    package init(time: Int64 = 0, at: HostTime = .zero) {
        self.time = time
        self.at = at
    }

    /// Returns the keeper's time, in milliseconds since 1970.
    package func time(at now: HostTime) -> Int64 { time &+ (now - at).nanoseconds / 1_000_000 }

    /// Returns the instant at which the keeper's clock shows a time.
    package func instant(of time: Int64) -> HostTime {
        at + HostTime(nanoseconds: min(max(time &- self.time, -1_000_000_000), 1_000_000_000) * 1_000_000)
    }
}

package enum ClassLink: Sendable, Equatable {
    case online
    /// The keeper does not answer: the chat works, but wishes wait.
    case uncontrolled
    /// The viewer is asked whether to reconnect, which happens at `question` without an answer; `nil` if not asked.
    case lost(question: HostTime?)
    case reconnecting

    /// Whether events and orders of the class arrive. A viewer without them must not send.
    package var isReached: Bool { self == .online || self == .uncontrolled }
}

package struct ClassLoading: Sendable, Equatable {
    package enum Step: String, Sendable, Hashable, CaseIterable {
        case ticket, connection, room, snapshot, history, media
    }

    /// The reason why entering is suspended until the viewer answers.
    package struct Suspension: Sendable, Equatable {
        package enum Reason: Sendable, Equatable {
            case meteredLine
            /// A teacher has to let the viewer in, with words for the viewer. The request is repeated automatically.
            case waiting(String)
            /// A step has failed, with a message in the viewer's language; unverified.
            case failed(String)
        }

        package var reason: Reason

        package init(_ reason: Reason) { self.reason = reason }

        package var isWaiting: Bool { if case .waiting = reason { true } else { false } }
    }

    /// The instructions for signing in. The texts are unverified.
    package struct SignIn: Sendable, Equatable {
        package var address: String
        package var code: String

        package init(address: String, code: String) { (self.address, self.code) = (address, code) }

        package var words: String {
            tr("Open %1 and enter the code %2", SafeText.clean(address, limit: 300), SafeText.clean(code, limit: 64))
        }
    }

    package var step: Step
    /// The sign-in that the viewer has to confirm, or `nil` if there is none.
    package var signIn: SignIn?
    /// The progress of the whole, 0 … 1.
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

    /// The name of the file; unverified.
    package var name: String
    /// The progress, 0 … 1.
    package var progress: Double

    package init(name: String, progress: Double) {
        self.name = name
        self.progress = progress
    }
}

package struct OwnSurvey: Sendable, Equatable {
    /// The answer sent to the running or most recent survey.
    package var answer: SurveyAnswer?
    package var verdict: SurveyVerdict?
    /// The result so far of the running survey, for teachers and assistants.
    package var result: SurveyResult?
    package var rightCount = 0
    package var wrongCount = 0

    package init() {}
}

package struct TerminalChoice: Sendable, Equatable {
    /// The pane's name in tmux, or `nil` for the pane with the most recent activity.
    package var pane: String?

    package init(pane: String?) { self.pane = pane }
}

package enum LiveOrder: Sendable, Equatable {
    case wish(ClassWish)
    /// Sends a message. `replyTo` is the id of the message that it answers, or `nil`.
    case say(String, replyTo: String? = nil)
    /// Shows a page to this viewer alone; `nil` returns to the class's page.
    case lookAt(PageChange?)
    case upload(path: String, ClassUpload.Purpose)
    case cancelUpload
    case shareTerminal(TerminalChoice)
    case endTerminal
    /// Saves the results of the class in a file or a folder, or in the folder for downloads if `nil`.
    case saveReport(String?)
    /// Answers ``ClassLoading/Suspension``; `false` leaves the class.
    case continueLoading(Bool)
    /// Answers ``ClassLink/lost(question:)``.
    case reconnect(Bool)
    case leave
    /// Ends the class for everyone and leaves it.
    case endAndLeave
}

/// News for this viewer alone.
package enum LiveNews: Sendable, Equatable {
    /// The answer to a wish, with an error or `nil` if the wish was fulfilled.
    case answer(ClassWish, ClassError?)
    case notice(ClassNotice)
    /// The end of the viewer's own request.
    case requestEnded(SpeakingRequestEnd)
    /// A message that addresses this viewer, by name or as an answer.
    case addressed(ChatMessage)
    /// A failure, in the viewer's language; unverified.
    case failure(String)
    /// The result of an order, in the viewer's language; unverified.
    case done(String)
}
