import ClassAccess
import ClassRules
import Classes
import Glibc
import PlayCore

extension KeeperLoop {
    /// The user in the recorder's token. No person has this ID.
    private static let user = "_recorder"
    private static let patience = HostTime.seconds(5)
    /// The validity of the recorder's token, in seconds. A recording ends with its token, so no class may last longer.
    private static let longest: Int64 = 30 * 86_400

    var recordsMedia: Bool { settings.recorder != nil && settings.mediaServer != nil }

    /// - Parameter start: in milliseconds since 1970.
    func beginRecorder(of name: String, in folder: String, start: Int64) {
        guard let program = settings.recorder, let server = settings.mediaServer else { return }
        let token = MediaToken(room: name, user: Self.user, expires: start / 1000 + Self.longest)
        let order = RecordingOrder(
            start: start, server: server.localAddress, token: token.text(key: settings.tokenKey), sounds: [],
            picture: nil)
        recorders[name] = RecorderChild(program: program, folder: folder, order: order)
    }

    func updateRecorder(of name: String, at now: KeeperTime) {
        guard let recorder = recorders[name], let room = rooms[name] else { return }
        recorder.follow(room.recordedStreams, at: now.host)
    }

    func checkRecorders(at now: KeeperTime) {
        for recorder in recorders.values { recorder.check(at: now.host) }
        endingRecorders.removeAll(where: \.hasEnded)
    }

    func endRecorder(of name: String) {
        guard let recorder = recorders.removeValue(forKey: name) else { return }
        recorder.finish()
        endingRecorders.append(recorder)
    }

    /// Blocks until all recorders have written their last segment, for five seconds at most.
    func waitForRecorders() {
        let deadline = SystemClock().now + Self.patience
        while !endingRecorders.allSatisfy(\.hasEnded), SystemClock().now < deadline { usleep(20_000) }
    }
}

struct RecordedStreams: Sendable, Equatable {
    var sounds: [MediaStreamName]
    var picture: MediaStreamName?
}

extension KeeperRoom {
    /// All sound and the large picture, which is the shared one, or else the camera of the presenter or a teacher.
    var recordedStreams: RecordedStreams {
        // The recorder receives only RTMP.
        let names = media.names(by: .tcp)
        let sounds = names.filter(\.kind.carriesSound).sorted { $0.text < $1.text }
        let presenter = kept.state.users.presenter
        func first(_ kind: MediaStreamName.Kind, _ holds: (String) -> Bool) -> MediaStreamName? {
            let found = names.filter { $0.kind == kind && holds($0.user) }
            return found.first { $0.user == presenter } ?? found.min { $0.text < $1.text }
        }
        let isTeacher = { (id: String) in
            id == presenter || kept.state.users.list[id].map { ClassRole($0.user.role) == .teacher } ?? false
        }
        return RecordedStreams(sounds: sounds, picture: first(.shared) { _ in true } ?? first(.video, isTeacher))
    }
}
