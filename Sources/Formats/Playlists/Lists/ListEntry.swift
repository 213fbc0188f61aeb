package import PlayCore

/// An entry's options, of which lists read only those that change its video.
package protocol EntryOptions: Sendable {
    associatedtype Overrides: EntryOverrides

    var cover: String? { get }
    var title: String? { get }
    var intro: String? { get }
    var outro: String? { get }
    var isCached: Bool { get }

    func overridden(by overrides: Overrides) -> Self
}

extension EntryOptions {
    package var title: String? { nil }
}

package protocol EntryOverrides: Sendable {
    init()
    var isEmpty: Bool { get }
}

/// A video and its options, created on demand: lists store neither.
package struct ListEntry<Options: EntryOptions>: Sendable {
    package let video: Video
    package let options: Options

    package var location: String { video.location }
}

struct ListOptions<Options: EntryOptions>: Sendable {
    private let base: Options
    private var overrides: [Int: Options.Overrides] = [:]
    private var change: @Sendable (Options) -> Options = { $0 }

    init(_ base: Options) { self.base = base }

    var common: Options { change(base) }

    /// All options of entries, the common ones first. Equal ones may repeat.
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

    func changing(_ change: @escaping @Sendable (Options) -> Options) -> ListOptions {
        var copy = self
        copy.change = { [before = self.change] in change(before($0)) }
        return copy
    }

    func marks(of number: Int) -> VideoMarks { VideoMarks(self[number]) }

    /// Marks the videos with their options' values. Fast if few entries have options of their own.
    func marking(_ videos: some Sequence<Video>) -> [Video] {
        let marks = VideoMarks(common)
        return videos.map { (overrides[$0.entry] == nil ? marks : self.marks(of: $0.entry)).put(on: $0) }
    }
}

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
