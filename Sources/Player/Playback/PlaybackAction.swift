import Media
import MediaSources
import PlayCore

/// An action that ``PlaybackMachine`` has decided, for the `playback` thread. Performed in order.
enum PlaybackAction: Sendable {
    // MARK: the pipeline

    /// Opens the item, or adopts the standby that has opened it.
    case open(SessionInput, SessionOptions)
    /// Opens a live item again while the rest of it plays, for the next ``open(_:_:)``.
    case openAhead(SessionInput, SessionOptions)
    case closeAhead
    /// - Parameter keepsConnection: whether the item's connection stays open until the next pipeline has opened.
    case close(keepsConnection: Bool)
    case openSound(AudioFormat)
    case submit(DemuxRequest)
    /// Flushes only the sound: a standby has already made the request.
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
    case probeLine(SessionInput, isActive: Bool)
    case selectDefinition(Int?)
    case selectAngle(Int)
    case selectTexts(Set<Int>)
    case runAgainAtOnce
}

/// Read by the `playback` thread in a round.
struct PipelineReading: Sendable {
    var fill: PacketQueue.Fill
    var hasNoFrames: Bool
    var framesEnded: Bool
    var isSoundPrimed: Bool
    var hasDecodedSound: Bool
    var isFollowed = false
    /// `nil` without an output, or if it was not read.
    var sound: AudioClockReading?
}
