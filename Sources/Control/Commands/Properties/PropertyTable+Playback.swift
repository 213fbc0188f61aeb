import Encoding
import PlayCore
import PlaybackModel

extension PropertyTable {
    static let playback: [Property] = [
        Property("pause", .flag) {
            .flag($0.isPaused)
        } set: { value, _ in
            .session(value == .flag(true) ? .pause : .play)
        },
        time("time-pos"), time("playback-time"),
        Property("time-remaining") { context in
            context.snapshot.duration.flatMap { duration in
                context.isOpen ? seconds(max(.zero, duration - context.position)) : nil
            }
        },
        Property("playtime-remaining") { context in
            context.snapshot.duration.flatMap { duration in
                context.isOpen
                    ? .number((max(.zero, duration - context.position)).inSeconds / context.snapshot.rate.value) : nil
            }
        },
        Property("duration") { $0.snapshot.duration.map(seconds) },
        // A property of mpv's older versions. Positions begin at 0, as in mpv.
        Property("time-start") { _ in .number(0) },
        // Not in mpv, which shows a guess like any other length.
        Property("duration-estimated") { $0.snapshot.duration == nil ? nil : .flag($0.snapshot.isDurationGuessed) },
        Property("percent-pos", .number(0...100, step: 1)) { context in
            guard context.isOpen, let duration = context.snapshot.duration, duration > .zero else { return nil }
            return .number(context.position.inSeconds / duration.inSeconds * 100)
        } set: { value, context in
            guard context.isOpen, context.snapshot.isSeekable else { return nil }
            return Property.number(value).map { .session(.seek(.percent($0), .keyframe)) }
        },
        // mpv's range. Values outside this program's range are clamped.
        Property("speed", .number(0.01...100, step: 0.1)) {
            .number($0.snapshot.rate.value)
        } set: { value, _ in
            Property.number(value).map { .session(.setRate(PlaybackRate($0))) }
        },
        Property("volume", .number(0...130, step: 1)) {
            .number(Double($0.snapshot.volume))
        } set: { value, _ in
            Property.number(value).map { .session(.setVolume(Int($0.rounded()))) }
        },
        Property("volume-max") { _ in .number(130) },
        Property("mute", .flag) {
            .flag($0.snapshot.isMuted)
        } set: { value, _ in
            .session(.setMuted(value == .flag(true)))
        },
        Property("audio-delay", .number(-100...100, step: 0.1)) {
            seconds($0.snapshot.audioDelay)
        } set: { value, _ in
            Property.number(value).map { .session(.setAudioDelay(MediaTime(seconds: $0))) }
        },
        Property("skip-silence", .flag) {
            .flag($0.snapshot.passesSilence)
        } set: { value, _ in
            .session(.setPassesSilence(value == .flag(true)))
        },
        Property("loop-file", .words(["inf", "yes", "no"]), get: loop, set: setLoop),
        Property("loop", .words(["inf", "yes", "no"]), get: loop, set: setLoop),
        Property("ab-loop-a", .words(["no"])) {
            abLoop($0.snapshot.abLoopStart)
        } set: { value, context in
            .session(.setABLoop(start: instant(value), end: context.snapshot.abLoopEnd))
        },
        Property("ab-loop-b", .words(["no"])) {
            abLoop($0.snapshot.abLoopEnd)
        } set: { value, context in
            .session(.setABLoop(start: context.snapshot.abLoopStart, end: instant(value)))
        },
        Property("seekable") { $0.isOpen ? .flag($0.snapshot.isSeekable) : nil },
        Property("partially-seekable") { $0.isOpen ? .flag($0.snapshot.held != nil) : nil },
        Property("live-delay") { context in context.isOpen ? context.liveDelay.map(seconds) : nil },
        Property("seeking") { $0.isOpen ? .flag($0.snapshot.isSeeking) : nil },
        Property("playback-abort") { .flag(!$0.hasItem) },
        Property("playback-status") { .string(String(describing: $0.status)) },
        Property("core-idle") { .flag($0.status != .playing) },
        Property("idle-active") { .flag([.unload, .stopped].contains($0.snapshot.status)) },
        Property("eof-reached") { $0.isOpen ? .flag($0.snapshot.status == .reachEnd) : nil },
        Property("paused-for-cache") { $0.isOpen ? .flag($0.snapshot.isBuffering) : nil },
        // The current position, before anything is read ahead.
        Property("demuxer-cache-time") { $0.isOpen ? seconds($0.snapshot.buffered?.end ?? $0.position) : nil },
        Property("demuxer-cache-duration") { context in
            context.snapshot.buffered.map { seconds(max(.zero, $0.end - context.position)) }
        },
        readAhead("demuxer-readahead-secs"), readAhead("cache-secs"),
        Property("avsync") { context in
            context.isOpen && context.snapshot.hasPicture && context.snapshot.audioTrack != nil
                ? .number(context.snapshot.statistics.audioVideoOffset.inSeconds) : nil
        },
    ]

    private static func time(_ name: String) -> Property {
        Property(name, .number(-1e9...1e9, step: 1)) {
            $0.isOpen ? seconds($0.position) : nil
        } set: { value, context in
            guard context.isOpen, context.snapshot.isSeekable else { return nil }
            return Property.number(value).map { .session(.seek(.absolute(MediaTime(seconds: max(0, $0))), .exact)) }
        }
    }

    /// Applies to files and network sources. 0 if the player chooses.
    private static func readAhead(_ name: String) -> Property {
        Property(name, .number(0...86_400, step: 1)) {
            seconds($0.snapshot.forwardBuffer)
        } set: { value, _ in
            Property.number(value).map { .session(.setForwardBuffer(MediaTime(seconds: $0))) }
        }
    }

    private static func loop(_ context: PropertyContext) -> JSONValue {
        switch context.snapshot.loopFile {
        case nil: .string("inf")
        case 0?: .flag(false)
        case let count?: .integer(Int64(count))
        }
    }

    private static func setLoop(_ value: JSONValue, _ context: PropertyContext) -> PropertyChange? {
        switch value {
        case .string("no"): .session(.setLoopFile(0))
        case .string: .session(.setLoopFile(nil))
        default:
            Property.number(value).flatMap {
                (0...1e6).contains($0) && $0 == $0.rounded() ? .session(.setLoopFile(Int($0))) : nil
            }
        }
    }

    private static func abLoop(_ time: MediaTime?) -> JSONValue { time.map(seconds) ?? .string("no") }

    private static func instant(_ value: JSONValue) -> MediaTime? {
        value == .string("no") ? nil : Property.number(value).map { MediaTime(seconds: max(0, $0)) }
    }

    static func seconds(_ time: MediaTime) -> JSONValue { .number(time.inSeconds) }
}
