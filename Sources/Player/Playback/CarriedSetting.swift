import PlaybackModel

/// A setting that the viewer makes for one item and that applies to the following ones.
package enum CarriedSetting: Sendable, CaseIterable {
    case rate, volume, mute, channels, scaling, adjustment, view, soundFilters, audioLanguages, audioTaste, audioDelay
    case silence, forwardBuffer

    fileprivate func copy(from snapshot: PlaybackSnapshot, to options: inout SessionOptions) {
        switch self {
        case .rate: options.rate = snapshot.rate
        case .volume: options.volume = snapshot.volume
        case .mute: options.isMuted = snapshot.isMuted
        case .channels: options.channelOutput = snapshot.channelOutput
        case .scaling: options.scalingMode = snapshot.scalingMode
        case .adjustment: options.adjustment = snapshot.adjustment
        case .view: options.view = snapshot.view
        case .soundFilters: options.soundFilters = snapshot.soundFilters
        case .audioLanguages: options.audioLanguages = snapshot.audioLanguages
        case .audioTaste: options.audioTaste = snapshot.audioTaste
        case .audioDelay: options.audioDelay = snapshot.audioDelay
        case .silence: options.passesSilence = snapshot.passesSilence
        case .forwardBuffer: options.forwardBuffer = snapshot.forwardBuffer
        }
    }

    fileprivate func copy(from options: SessionOptions, to snapshot: inout PlaybackSnapshot) {
        switch self {
        case .rate: snapshot.rate = options.rate
        case .volume: snapshot.volume = options.volume
        case .mute: snapshot.isMuted = options.isMuted
        case .channels: snapshot.channelOutput = options.channelOutput
        case .scaling: snapshot.scalingMode = options.scalingMode
        case .adjustment: snapshot.adjustment = options.adjustment
        case .view: snapshot.view = options.view
        case .soundFilters: snapshot.soundFilters = options.soundFilters
        case .audioLanguages: snapshot.audioLanguages = options.audioLanguages
        case .audioTaste: snapshot.audioTaste = options.audioTaste
        case .audioDelay: snapshot.audioDelay = options.audioDelay
        case .silence: snapshot.passesSilence = options.passesSilence
        case .forwardBuffer: snapshot.forwardBuffer = options.forwardBuffer
        }
    }
}

extension SessionOptions {
    mutating func adopt(_ snapshot: PlaybackSnapshot, except own: Set<CarriedSetting> = []) {
        for setting in CarriedSetting.allCases where !own.contains(setting) {
            setting.copy(from: snapshot, to: &self)
        }
    }
}

extension PlaybackSnapshot {
    mutating func copy(_ settings: some Sequence<CarriedSetting>, from options: SessionOptions) {
        for setting in settings { setting.copy(from: options, to: &self) }
    }
}
