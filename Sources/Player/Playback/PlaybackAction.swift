import Media
import MediaSources
import PlayCore

/// What the `playback` thread has to do because of a decision of ``PlaybackMachine``; carried out in order.
enum PlaybackAction: Sendable {
    // MARK: the pipeline

    /// Opens the item, or takes over the standby that has opened it.
    case open(SessionInput, SessionOptions)
    case close
    case openSound(AudioFormat)
    case submit(DemuxRequest)
    /// What a standby has asked for already is under way: only the sound is told.
    case flushSound(Generation)
    case playSound
    case pauseSound
    case setVolume(percent: Int)
    case setMuted(Bool)
    case setChannelOutput(ChannelOutput)
    case setRate(PlaybackRate)
    case setAudioDelay(MediaTime)
    /// How it is passed over; nil: as it is.
    case setSilence(SilenceRule?)
    case setSoundShape(SoundShape)
    /// What is silent.
    case setMutedRanges(MediaRangeSet)
    case switchOff(Lane)
    case flushFrames(Generation)
    case selectPictureSubtitle(Int?)
    /// The chosen definition or texts are read from where playing is.
    case requestSwitch
    case setThresholds(BufferThresholds)
    case loadCover([CoverSource])
    case addSound(ExternalSound, isWanted: Bool)
    case removeSound(Int)

    // MARK: the picture

    /// Of a place where nothing moves.
    case show(VideoFrame)
    /// The picture that stands for the item.
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
    /// One more round at once.
    case comeBack
}

/// What the `playback` thread sees of its pipeline in a round.
struct PipelineReading: Sendable {
    var fill: PacketQueue.Fill
    /// Of the decoded pictures.
    var hasNoFrames: Bool
    var framesEnded: Bool
    /// Sound of the generation that is awaited has reached the output.
    var isSoundPrimed: Bool
    /// Sound of the item was decoded.
    var hasDecodedSound: Bool
    /// Another item is open and read ahead.
    var isFollowed = false
    /// Nil: there is no sound output, or it was not asked.
    var sound: AudioClockReading?
}
