import ClassAccess
import ClassKeeper
import ClassRules
import Classes
import Options
import PlayCore

extension KeeperLimits {
    /// Creates the limits from the command line, whose table has the defaults.
    init(_ line: KeeperCommandLine) {
        self.init()
        if let count = line.number("messages-per-minute"), let burst = line.number("message-burst") {
            chat.pace = Pace(perMinute: count, burst: burst)
        }
        if let length = line.number("message-length") { chat.length = length }
        if let bytes = line.byteCount("chat-space") { chat.storedBytes = bytes }
        if let count = line.number("joins-per-minute") { joins.perAddress = Pace(perMinute: count, burst: 2 * count) }
        if let count = line.number("code-joins-per-minute") {
            joins.perCode = Pace(perMinute: count, burst: count)
        }
        if let count = line.number("people") { joins.people = count }
    }
}

extension KeeperSettings {
    /// Applies the options about recordings, which are in the keeper's folder.
    mutating func setRecording(_ line: KeeperCommandLine) {
        recordings = folder + "/recordings"
        records = !line.has("no-recording")
        recordingSpace = line.byteCount("recording-space")
        recordingDays = line.number("keep-recordings") ?? 0
        recorder = ResourceLocator().executable("tvplay-recorder")
    }
}
