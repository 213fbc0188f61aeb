import Media
package import Options
import PlayCore
package import Playback
import PlaybackModel

extension SessionOptions {
    package init(_ options: PlayerOptions) {
        self.init()
        own = Set(options.own.compactMap { CarriedSetting(option: $0) })
        title = options.forcedTitle
        start = options.start.map(SeekTarget.init)
        startsWithinItem = true
        end = options.end.map(SeekTarget.init)
        length = options.length
        rate = options.rate
        volume = options.volume
        isMuted = options.isMuted
        channelOutput = options.channelOutput
        scalingMode = ScalingMode(options.scaling)
        view = options.view
        soundFilters = options.soundFilters
        ownLanguages = Localization.languages
        audioLanguages = options.audioLanguages.expandingLocale(ownLanguages)
        adjustment = options.adjustment
        sharpening = Sharpening(amount: options.sharpening)
        regionRules = options.skips.rules
        regionRules?.chapters = options.skips.chapters
        silence = options.skips.silence
        passesSilence = options.skips.passesSilence
        loopFile = options.loopFile
        abLoopStart = options.abLoopStart
        abLoopEnd = options.abLoopEnd
        videoTrack = SessionOptions.TrackChoice(options.videoTrack)
        preferredDefinitions = options.definitions
        audioTrack = SessionOptions.TrackChoice(options.audioTrack)
        hardware = HardwarePreference(options.hardwareDecoding)
        audioDelay = options.audioDelay
        imageDisplayDuration = options.imageDuration
        keptBytes = Int(options.keptBytes)
        timeshiftBytes = Int(options.timeshift)
        balancesNetwork = options.preloading.isBalanced
        retryAnswer = RetryAnswer(options.network.retryAnswer)
        reconnects = ReconnectRule(tries: options.network.reconnects)
    }
}

extension CarriedSetting {
    fileprivate init?(option: String) {
        switch option {
        case "speed": self = .rate
        case "volume": self = .volume
        case "mute": self = .mute
        case "audio-channel": self = .channels
        case "scaling": self = .scaling
        case "brightness", "contrast", "gamma", "saturation": self = .adjustment
        case "video-zoom", "video-pan-x", "video-pan-y", "video-rotate", "video-aspect-override", "deinterlace",
            "video-projection", "video-alpha":
            self = .view
        case "af", "loudnorm", "replaygain", "replaygain-preamp", "replaygain-clip", "replaygain-fallback":
            self = .soundFilters
        case "alang": self = .audioLanguages
        case "audio-delay": self = .audioDelay
        case "skip-silence": self = .silence
        default: return nil
        }
    }
}

extension SessionOptions.RetryAnswer {
    fileprivate init(_ answer: NetworkOptions.RetryAnswer) {
        switch answer {
        case .ask: self = .ask
        case .reload: self = .reload
        case .stop: self = .stop
        }
    }
}

extension SeekTarget {
    fileprivate init(_ point: TimePoint) {
        switch point {
        case .time(let time): self = .absolute(time)
        // At least a nanosecond, so that "from the end" differs from the start.
        case .beforeEnd(let time): self = .absolute(.zero - max(time, MediaTime(nanoseconds: 1)))
        case .percent(let percent): self = .percent(percent)
        case .chapter(let index): self = .chapter(index)
        }
    }
}

extension ScalingMode {
    fileprivate init(_ scaling: Scaling) {
        switch scaling {
        case .fit: self = .aspectFit
        case .fill: self = .aspectFill
        case .stretch: self = .fill
        }
    }
}

extension SessionOptions.TrackChoice {
    fileprivate init(_ choice: Options.TrackChoice) {
        switch choice {
        case .automatic: self = .automatic
        case .none: self = .none
        case .number(let number): self = .number(number)
        }
    }
}

extension HardwarePreference {
    fileprivate init(_ choice: HardwareDecoding) {
        switch choice {
        case .auto: self = .automatic
        case .no: self = .none
        case .vaapi, .cuda, .vdpau, .drm: self = .named(choice.rawValue)
        }
    }
}

extension [String] {
    /// Replaces `auto` by the locale's languages.
    func expandingLocale(_ languages: [String]) -> [String] { flatMap { $0 == "auto" ? languages : [$0] } }
}
