package import PlayCore

/// What an entry is played with, as far as it changes the entry's video. The rest is of no concern to lists, which keep
/// it for whoever plays.
package protocol EntryOptions: Sendable {
    /// What one entry has otherwise than the others.
    associatedtype Overrides: EntryOverrides

    /// A picture for items without one, path.
    var cover: String? { get }
    /// In place of the item's own title.
    var title: String? { get }
    /// Clips before and after the item; paths.
    var intro: String? { get }
    var outro: String? { get }
    /// Whether what comes from servers may be kept.
    var isCached: Bool { get }

    func overridden(by overrides: Overrides) -> Self
}

extension EntryOptions {
    package var title: String? { nil }
}

/// The options that were given for one entry alone. A value.
package protocol EntryOverrides: Sendable {
    /// No option.
    init()
    var isEmpty: Bool { get }
}

/// A video and the options with which it plays. A value, made when it is asked for: lists keep neither.
package struct ListEntry<Options: EntryOptions>: Sendable {
    package let video: Video
    package let options: Options

    /// Of its first source.
    package var location: String { video.location }
}

/// The options of all entries of a list: those of the run, and for few entries what differs. A value.
struct ListOptions<Options: EntryOptions>: Sendable {
    private let base: Options
    private var overrides: [Int: Options.Overrides] = [:]
    private var change: @Sendable (Options) -> Options = { $0 }

    init(_ base: Options) { self.base = base }

    /// Of what comes while the player runs.
    var common: Options { change(base) }

    /// Each that some entry has, the common ones first.
    var all: [Options] { [common] + overrides.values.map { change(base.overridden(by: $0)) } }

    /// - Parameter number: ``Video/entry``.
    subscript(number: Int) -> Options {
        overrides[number].map { change(base.overridden(by: $0)) } ?? common
    }

    func overrides(of number: Int) -> Options.Overrides { overrides[number] ?? Options.Overrides() }

    mutating func override(_ numbers: some Sequence<Int>, _ overrides: Options.Overrides) {
        guard !overrides.isEmpty else { return }
        for number in numbers { self.overrides[number] = overrides }
    }

    mutating func keep(_ isKept: (_ number: Int) -> Bool) {
        guard !overrides.isEmpty else { return }
        overrides = overrides.filter { isKept($0.key) }
    }

    /// `change` comes last, over what entries have of their own.
    func changing(_ change: @escaping @Sendable (Options) -> Options) -> ListOptions {
        var copy = self
        copy.change = { [before = self.change] in change(before($0)) }
        return copy
    }

    /// What the options change in videos.
    func marks(of number: Int) -> VideoMarks { VideoMarks(self[number]) }

    /// The same for many entries, of which few have options of their own.
    func marking(_ videos: some Sequence<Video>) -> [Video] {
        let marks = VideoMarks(common)
        return videos.map { (overrides[$0.entry] == nil ? marks : self.marks(of: $0.entry)).put(on: $0) }
    }
}

/// What options change in a video. A value.
struct VideoMarks: Equatable {
    private let cover: String?
    private let title: String?
    private let intro: String?
    private let outro: String?
    private let isCached: Bool

    init(_ options: some EntryOptions) {
        cover = options.cover
        title = options.title
        intro = options.intro
        outro = options.outro
        isCached = options.isCached
    }

    func put(on video: Video) -> Video {
        var video = video
        if let cover { video.cover = cover }
        if let title { video.title = title }
        if let intro { video.startVideo = Source(intro) }
        if let outro { video.endVideo = Source(outro) }
        if !isCached { video.preventCaching() }
        return video
    }
}
