import Media
import MediaSources
import PlayCore

/// An action of the `playback` thread, decided by ``PlaybackMachine``; actions are carried out in order.
enum PlaybackAction: Sendable {
    // MARK: the pipeline

    /// Opens the item, or takes over the standby that has opened it.
    case open(SessionInput, SessionOptions)
    case close
    case openSound(AudioFormat)
    case submit(DemuxRequest)
    /// Flushes the sound only: a standby has made the request already.
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

    /// Shows a frame of a place where playback does not move, as a still picture.
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
    /// Runs one more round at once.
    case runAgainAtOnce
}

/// The state of the pipeline that the `playback` thread reads in a round.
struct PipelineReading: Sendable {
    var fill: PacketQueue.Fill
    var hasNoFrames: Bool
    var framesEnded: Bool
    /// Whether sound of the awaited generation has reached the output.
    var isSoundPrimed: Bool
    var hasDecodedSound: Bool
    /// Whether another item is open and read ahead.
    var isFollowed = false
    /// The clock of the sound, or `nil` if there is no output, or if it was not read.
    var sound: AudioClockReading?
}
