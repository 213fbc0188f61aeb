package import PlayCore
package import Rooms

/// What there is of a class that is live, beside what ``RoomView`` has: who attends, what may be done, how the line is. A
/// value; its texts are unverified.
package struct LiveClassView: Sendable, Equatable {
    /// Another one whenever anything differs.
    package var number = 0
    /// Who attends here.
    package var me: RoomUser
    /// The rules, with the state that they follow from.
    package var machine = ClassMachine()
    package var clock = ClassClock()
    package var link = ClassLink.online
    /// Nil: it is loaded.
    package var loading: ClassLoading?
    /// The page that is looked at, where it is not the class's.
    package var localPage: PageChange?
    package var upload: ClassUpload?
    /// Where the pictures of the chat lie that are the class's own.
    package var pictures = PictureOrigin()
    package var survey = OwnSurvey()
    /// Where sound and pictures are.
    package var media = ClassMedia()
    /// A pane of tmux on this machine is shown to the class.
    package var sharesTerminal = false
    /// When this viewer wrote last, by the keeper's clock; nil: they have not.
    package var wroteAt: Int64?
    /// Wishes without an answer.
    package var openWishes = 0
    /// The class begins with the teacher's coming: nobody is asked.
    package var startsByItself = false

    package init(me: RoomUser) { self.me = me }

    /// Compared by their numbers alone: this is asked for each frame.
    package static func == (a: LiveClassView, b: LiveClassView) -> Bool { a.number == b.number }

    package var state: RoomState { machine.state }
    package var live: LiveArea { machine.state.live }

    /// Milliseconds until slow mode lets this viewer write again; 0: now.
    package func chatWait(at now: HostTime) -> Int64 {
        machine.chatWait(of: me.id, since: wroteAt, at: clock.time(at: now))
    }

    package var isTeacher: Bool { me.role == .teacher }
    package var hasTeacher: Bool { state.users.list.contains { ClassRole($0.user.role) == .teacher } }
    /// Teachers and assistants.
    package var leads: Bool { me.role.leadsRoom }
}

/// The media servers of a class. A value; it holds secrets.
package struct ClassMedia: Sendable, Equatable {
    package struct Server: Sendable, Equatable {
        /// Which link it is for: "rtmp", "webrtc".
        package var name: String
        package var address: String
        package var token: String?

        package init(name: String, address: String, token: String?) {
            (self.name, self.address, self.token) = (name, address, token)
        }
    }

    /// The class's name, as streams have it.
    package var room: String
    package var servers: [Server]

    package init(room: String = "", servers: [Server] = []) { (self.room, self.servers) = (room, servers) }

    /// Of a link.
    package func server(_ name: String) -> Server? { servers.first { $0.name == name } }
}

/// Its secrets stay out of logs and of failed tests.
extension ClassMedia: CustomStringConvertible, CustomReflectable {
    package var description: String { "media of \(room): \(servers.map(\.name))" }
    package var customMirror: Mirror { Mirror(self, children: ["media": description]) }
}

/// The keeper's clock as it is known here. A value.
package struct ClassClock: Sendable, Equatable {
    /// Milliseconds since 1970, at ``at``.
    package var time: Int64
    package var at: HostTime

    package init(time: Int64 = 0, at: HostTime = .zero) {
        self.time = time
        self.at = at
    }

    /// Milliseconds since 1970.
    package func time(at now: HostTime) -> Int64 { time &+ (now - at).nanoseconds / 1_000_000 }

    /// When the keeper's clock shows a time.
    package func instant(of time: Int64) -> HostTime {
        at + HostTime(nanoseconds: min(max(time &- self.time, -1_000_000_000), 1_000_000_000) * 1_000_000)
    }
}

/// How the class is reached. A value.
package enum ClassLink: Sendable, Equatable {
    case online
    /// Chat goes on, wishes wait: the keeper does not answer.
    case uncontrolled
    /// It is lost, and whether to connect again is asked until then; nil: it is not asked.
    case lost(question: HostTime?)
    case reconnecting

    /// Whether events and orders of the class arrive. A viewer that they do not reach must not send.
    package var isReached: Bool { self == .online || self == .uncontrolled }
}

/// How far entering is. A value.
package struct ClassLoading: Sendable, Equatable {
    package enum Step: String, Sendable, Hashable, CaseIterable {
        case ticket, connection, room, snapshot, history, media
    }

    /// Why it stands, and waits for an answer.
    package struct Suspension: Sendable, Equatable {
        package enum Reason: Sendable, Equatable {
            /// The line is paid for by its bytes.
            case meteredLine
            /// In the viewer's language; unverified.
            case failed(String)
        }

        package var reason: Reason

        package init(_ reason: Reason) { self.reason = reason }

        /// It can go on with the next step; else the step can only be repeated.
        package var isIgnorable: Bool { reason == .meteredLine }
    }

    package var step: Step
    /// Of the whole, 0 … 1.
    package var progress: Double
    package var suspension: Suspension?

    package init(_ step: Step, progress: Double, suspension: Suspension? = nil) {
        self.step = step
        self.progress = progress
        self.suspension = suspension
    }
}

/// A file on its way to the class. A value.
package struct ClassUpload: Sendable, Equatable {
    package enum Purpose: Sendable, Hashable {
        case document, message
    }

    /// Of the file; unverified.
    package var name: String
    /// 0 … 1.
    package var progress: Double

    package init(name: String, progress: Double) {
        self.name = name
        self.progress = progress
    }
}

/// What has become of surveys here. A value.
package struct OwnSurvey: Sendable, Equatable {
    /// What was sent for the survey that runs or ran last.
    package var answer: SurveyAnswer?
    package var verdict: SurveyVerdict?
    /// What has come so far of the one that runs; for teachers and assistants.
    package var result: SurveyResult?
    /// Of all answered so far.
    package var rightCount = 0
    package var wrongCount = 0

    package init() {}
}

/// The terminal that is to be shared. A value.
package struct TerminalChoice: Sendable, Equatable {
    /// As tmux names it; nil: the one in which something happened last.
    package var pane: String?

    package init(pane: String?) { self.pane = pane }
}

/// What a screen asks of a class that is live.
package enum LiveOrder: Sendable, Equatable {
    case wish(ClassWish)
    /// `replyTo`: the id of the message that it answers; nil: none.
    case say(String, replyTo: String? = nil)
    /// A page for this viewer alone; nil: the class's again.
    case lookAt(PageChange?)
    /// A file of this machine.
    case upload(path: String, ClassUpload.Purpose)
    case cancelUpload
    case shareTerminal(TerminalChoice)
    case endTerminal
    /// Answers ``ClassLoading/Suspension``; false: the class is left.
    case continueLoading(Bool)
    /// Answers ``ClassLink/lost(question:)``.
    case reconnect(Bool)
    case leave
    /// Ends the class for everybody and leaves it.
    case endAndLeave
}

/// What only this viewer is told.
package enum LiveNews: Sendable, Equatable {
    /// Nil: the wish was fulfilled.
    case answer(ClassWish, ClassError?)
    case notice(ClassNotice)
    /// Of one's own.
    case requestEnded(SpeakingRequestEnd)
    /// Somebody has written to this viewer: by name, or as an answer.
    case addressed(ChatMessage)
    /// In the viewer's language; unverified.
    case failure(String)
    /// What came of an order, likewise.
    case done(String)
}
