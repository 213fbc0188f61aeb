import Media
import MediaSources
import PlayCore

/// An action for the `playback` thread, decided by ``PlaybackMachine``. Actions are performed in order.
enum PlaybackAction: Sendable {
    // MARK: the pipeline

    /// Opens the item, or adopts the standby that has opened it.
    case open(SessionInput, SessionOptions)
    case close
    case openSound(AudioFormat)
    case submit(DemuxRequest)
    /// Flushes only the sound, since a standby has already made the request.
    case flushSound(Generation)
    case playSound
    case pauseSound
    case setVolume(percent: Int)
    case setMuted(Bool)
    case setChannelOutput(ChannelOutput)
    case setRate(PlaybackRate)
    case setAudioDelay(MediaTime)
    case setSilence(SilenceRule?)
    case setSoundShape(SoundShape)
    case setMutedRanges(MediaRangeSet)
    case switchOff(Lane)
    case flushFrames(Generation)
    case selectPictureSubtitle(Int?)
    /// Reads the chosen definition or texts from the playback position on.
    case requestSwitch
    case setThresholds(BufferThresholds)
    case loadCover([CoverSource])
    case addSound(ExternalSound, isWanted: Bool)
    case removeSound(Int)

    // MARK: the picture

    /// Shows a frame as a still picture, without moving playback.
    case show(VideoFrame)
    case showCover(VideoFrame)
    case clearPicture
    case refreshPicture
    case setScalingMode
    case setAdjustment
    case setPictureView
    case setSharpening
    case setSubtitle(SubtitlePicture?)

    // MARK: neighbours

    case publishCover(VideoFrame)
    case reloadNetwork
    case watchNetwork
    case selectDefinition(Int?)
    case selectAngle(Int)
    case selectTexts(Set<Int>)
    /// Runs another round at once.
    case runAgainAtOnce
}

/// The state of the pipeline, as the `playback` thread reads it in a round.
struct PipelineReading: Sendable {
    var fill: PacketQueue.Fill
    var hasNoFrames: Bool
    var framesEnded: Bool
    /// Whether sound of the awaited generation has reached the output.
    var isSoundPrimed: Bool
    var hasDecodedSound: Bool
    /// Whether another item is open and read ahead.
    var isFollowed = false
    /// `nil` without an output, or if it was not read.
    var sound: AudioClockReading?
}
