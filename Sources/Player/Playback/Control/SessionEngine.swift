package import Media
package import MediaSources
package import PlayCore
package import PlaybackModel

/// Plays the sessions of a ``PlaybackController``. All calls return at once, except ``destroy()``.
package protocol SessionEngine: AnyObject {
    var snapshot: PlaybackSnapshot { get }
    var shownFrame: VideoFrame? { get }
    var shownPicture: ScaledPicture? { get }
    var shownSubtitle: SubtitlePicture? { get }
    var cover: VideoFrame? { get }

    @discardableResult
    func setUp(_ input: SessionInput, options: SessionOptions) -> Int
    func preload(_ items: [(input: SessionInput, options: SessionOptions)])
    @discardableResult
    func send(_ command: PlaybackCommand) -> Int
    func add(_ sound: ExternalSound, isWanted: Bool)
    func setIdle(_ options: SessionOptions)
    func changeIdle(_ command: PlaybackCommand)
    func takeEvents() -> [TimedEvent]
    func subtitles(from count: Int) -> SubtitleNews
    func stop()
    func end()
    func destroy()
}
