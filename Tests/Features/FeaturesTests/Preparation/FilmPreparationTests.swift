import Foundation
import Media
import MediaSources
import PlayCore
import PlaybackModel
import Streaming
import TestSupport
import Testing

@testable import Preparation

/// A film in its own folder.
struct PreparedClip {
    let folder: URL
    let place: PreparedPlace

    /// - Parameter clip: The path of the file that is copied.
    init(_ clip: String) throws {
        folder = try BuiltProgram.temporaryFolder()
        let film = folder.appendingPathComponent("film." + (clip.split(separator: ".").last ?? "mp4"))
        try FileManager.default.copyItem(atPath: clip, toPath: film.path)
        place = try #require(PreparedPlace(of: film.path))
    }

    func remove() { BuiltProgram.remove(folder) }

    var state: FilmState { FilmSurvey.state(of: place, cancel: CancelToken()) }

    /// The film's properties, or `nil` if it needs no preparation.
    var info: FilmInfo? {
        switch state {
        case .wanted(let info, _), .outdated(let info): info
        case .ready, .small, .noPicture, .failed: nil
        }
    }

    /// - Parameter stop: The time at which preparing is cancelled, or `nil` to prepare the whole film.
    func prepare(stop: MediaTime? = nil) throws {
        let cancel = CancelToken()
        let info = try #require(info)
        try FilmPreparation(place, info, cancel: cancel).run { position in
            if let stop, position >= stop { cancel.cancel() }
        }
    }

    func path(_ name: String) -> String { place.folder + "/" + name }

    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: place.folder).sorted()) ?? []
    }

    /// Opens the film as for playback on a screen with this number of pixels.
    func open(_ grid: PixelGrid? = nil, preferred: [DefinitionInfo.Key] = []) throws -> any PacketSource {
        let film = try #require(PreparedFilm.find(place.film))
        let path = place.film
        let wishes = DefinitionWishes(preferred: preferred, shownGrid: { grid })
        let bytes = try #require(SharedMedia.source(path))
        let source = try film.open(bytes, name: path, wishes: wishes, cancel: CancelToken()) {
            () throws(ByteSourceError) in
            guard let source = SharedMedia.source(path) else {
                throw ByteSourceError(.notFound, operation: "open", context: path)
            }
            return source
        }
        return try #require(source)
    }
}

extension PixelGrid {
    /// The grid of 160 x 45 cells of half-blocks.
    static let small = PixelGrid(width: 160, height: 90, pixelAspect: 1)
    static let large = PixelGrid(width: 1920, height: 1080, pixelAspect: 1)
}

extension PacketSource {
    var video: Int? { tracks.first { if case .video = $0.kind { true } else { false } }?.id }

    /// Returns the times of all pictures from here on, as they are decoded, and the rows of each.
    ///
    /// - Parameter afterFirst: Called after the first picture was read.
    func pictures(
        until end: MediaTime = .seconds(1000), afterFirst: () -> Void = {}
    ) throws -> [(time: MediaTime, height: Int)] {
        var frames: [(time: MediaTime, height: Int)] = []
        var decoder: VideoDecoder?
        func make() throws -> VideoDecoder? {
            guard let video, let parameters = parameters(of: video) else { return nil }
            return try VideoDecoder(
                parameters: parameters, framesPerSecond: nil, rotation: .none, hardware: .none)
        }
        func drain(_ packet: Packet?) throws {
            try decoder?.decode(packet) {
                frames.append(($0.time, $0.height))
                return true
            }
        }
        decoder = try make()
        var hasRead = false
        while let item = try read() {
            switch item {
            case .change(let track) where track == video:
                try drain(nil)
                decoder = try make()
            case .packet(let packet) where packet.track == video:
                if let time = packet.decodingTime, time > end { return frames }
                try drain(packet)
                if !hasRead { afterFirst() }
                hasRead = true
            default: break
            }
        }
        try drain(nil)
        return frames
    }
}

@Suite("Preparing a film", .serialized, .timeLimit(.minutes(10)))
struct FilmPreparationTests {
    /// A clip of five seconds with 960 x 540 pixels and a key frame at picture 90.
    private static let clip = Fixtures.path("large.mp4")
    private static let realClip = SharedMedia.path("video/flower_540p2997_h264_aac.mp4")

    @Test(
        "a rendition has every picture of its film at the same time, also after an interruption"
    )
    func whole() throws { try prepareWhole(Fixtures.path("film.mp4")) }

    @Test(
        "a rendition has every picture of a real film",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func wholeRealFilm() throws { try prepareWhole(SharedMedia.path("video/bbb_480p24_30s_h264_aac51.mp4")) }

    /// - Parameter film: A film of thirty seconds with 854 x 480 pixels and key frames at the pictures 250 and 378.
    private func prepareWhole(_ film: String) throws {
        let clip = try PreparedClip(film)
        defer { clip.remove() }
        guard case .wanted(_, 0) = clip.state else {
            Issue.record("\(clip.state)")
            return
        }
        #expect(throws: PreparationError.cancelled) { try clip.prepare(stop: .seconds(19)) }
        // An incomplete rendition has its own name and is not used.
        expect(clip.names, is: ["240p.mp4.part", "lock", "preparing.json"])
        #expect(PreparedFilm.find(clip.place.film) == nil)
        guard case .wanted(_, let share) = clip.state else {
            Issue.record("\(clip.state)")
            return
        }
        #expect(share > 0.2 && share < 0.7, "\(share)")
        // The file is in the state that a killed process leaves while it writes.
        let part = clip.path("240p.mp4.part")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: part))
        try bytes.dropLast(777).write(to: URL(fileURLWithPath: part))
        let kept = FragmentScan(of: [UInt8](bytes.dropLast(777)))
        #expect(kept.starts.count >= 2)
        try clip.prepare()
        let again = [UInt8](try Data(contentsOf: URL(fileURLWithPath: clip.path("240p.mp4"))))
        // All complete fragments but the last were kept, byte for byte.
        let gone = Int(kept.offsets[kept.starts.count - 1])
        expect(again.prefix(gone), is: [UInt8](bytes).prefix(gone))

        expect(clip.names, is: ["240p.m3u8", "240p.mp4", "film.m3u8", "prepared.json"])
        let record = try #require(PreparedFilm.find(clip.place.film)).record
        let rendition = try #require(record.renditions.first)
        #expect(rendition.width == 428 && rendition.height == 240)
        // The rendition also has the film's key frames.
        let longest = 5 * Int64(rendition.timescale)
        #expect(zip(rendition.starts, rendition.starts.dropFirst()).allSatisfy { $1 - $0 <= longest })
        let starts = rendition.starts.indices.map { rendition.start(of: $0).inSeconds }
        #expect(starts.contains { abs($0 - 10.416667) < 0.001 } && starts.contains { abs($0 - 15.75) < 0.001 })

        let small = try clip.open(.small).pictures()
        let large = try clip.open(.large).pictures()
        #expect(small.count == large.count && small.count > 700)
        #expect(Set(small.map(\.height)) == [240] && Set(large.map(\.height)) == [480])
        for (one, other) in zip(small, large) where abs((one.time - other.time).nanoseconds) > 1_000_000 {
            Issue.record("\(one.time) is not \(other.time)")
            break
        }
    }

    @Test("a changed film has no renditions until it is prepared again, and a write error names its file")
    func changed() throws {
        let clip = try PreparedClip(Self.clip)
        defer { clip.remove() }
        try clip.prepare()
        guard case .ready(let bytes) = clip.state else {
            Issue.record("\(clip.state)")
            return
        }
        #expect(bytes > 10_000)
        let other = Date(timeIntervalSince1970: 1_600_000_000)
        try FileManager.default.setAttributes([.modificationDate: other], ofItemAtPath: clip.place.film)
        #expect(PreparedFilm.find(clip.place.film) == nil)
        guard case .outdated = clip.state else {
            Issue.record("\(clip.state)")
            return
        }
        try clip.prepare()
        #expect(PreparedFilm.find(clip.place.film) != nil)
        // A truncated rendition is not played.
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: clip.path("240p.mp4")))
        try file.truncate(atOffset: 5000)
        try file.close()
        #expect(PreparedFilm.find(clip.place.film) == nil)
        PreparedFolder.remove(clip.place)
        #expect(!FileManager.default.fileExists(atPath: clip.folder.path + "/.tvplay"))
        // A file has the folder's name.
        try Data().write(to: clip.folder.appendingPathComponent(".tvplay"))
        let error = #expect(throws: PreparationError.self) { try clip.prepare() }
        #expect(error?.words.contains(".tvplay") == true && error?.words.contains("Not a directory") == true)
    }

    @Test("small films, sound files and files that are no film are not prepared")
    func leftAlone() throws {
        func state(_ path: String) throws -> FilmState {
            FilmSurvey.state(of: try #require(PreparedPlace(of: path)), cancel: CancelToken())
        }
        try expect(state(Fixtures.path("counter.mp4")), is: .small)
        try expect(state(Fixtures.path("cover.mp3")), is: .noPicture)
        guard case .failed(.media) = try state(Fixtures.path("text.mp4")) else {
            Issue.record("a text is a film")
            return
        }
    }

    @Test(
        "all definitions show the same picture after a seek, and switch at a common key frame"
    )
    func playing() throws { try play(Self.clip) }

    @Test(
        "all definitions of a real film show the same picture after a seek",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func playingARealFilm() throws { try play(Self.realClip) }

    private func play(_ film: String) throws {
        let clip = try PreparedClip(film)
        defer { clip.remove() }
        try clip.prepare()
        let (small, large) = (try clip.open(.small), try clip.open(.large))
        expect(small.tracks.map(\.id), is: large.tracks.map(\.id))
        #expect(small.duration == large.duration && small.chapters == large.chapters)
        expect(small.stream?.status.definitions.map(\.definitionKey.rawValue), is: ["240p", "540p"])
        for target in [MediaTime.milliseconds(700), .milliseconds(3500), .zero, .milliseconds(2900)] {
            var shown: [MediaTime] = []
            for (source, height) in [(small, 240), (large, 540)] {
                #expect(source.seek(to: target, direction: .atOrBefore))
                let pictures = try source.pictures(until: target + .milliseconds(300))
                #expect(pictures.allSatisfy { $0.height == height })
                shown.append(try #require(pictures.last { $0.time <= target + .milliseconds(1) }).time)
            }
            #expect(abs((shown[0] - shown[1]).nanoseconds) <= 1_000_000, "\(target): \(shown)")
        }
        // The window grows and shrinks again: no picture is shown twice or left out.
        #expect(small.seek(to: .zero, direction: .atOrBefore))
        let grown = try small.pictures { small.stream?.note(demand(.large)) }
        #expect(grown.first?.height == 240 && grown.last?.height == 540)
        expect(grown.count, is: 150, "\(grown.count)")
        expect(grown.firstIndex { $0.height == 540 }, is: 90)
        #expect(zip(grown, grown.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(large.seek(to: .zero, direction: .atOrBefore))
        expect(large.stream?.status.definition, is: 1)
        let shrunk = try large.pictures { large.stream?.note(demand(.small)) }
        expect(shrunk.firstIndex { $0.height == 240 }, is: 90)
        expect(shrunk.count, is: 150)
        #expect(zip(shrunk, shrunk.dropFirst()).allSatisfy { $0.time < $1.time })
        // The viewer's choice is kept at any size of the screen.
        let fixed = try clip.open(.small, preferred: [DefinitionInfo.Key(rawValue: "540p")])
        try expect(fixed.pictures(until: .seconds(1)).first?.height, is: 540)
        fixed.stream?.selectDefinition(0)
        #expect(fixed.seek(to: .seconds(1), direction: .atOrBefore))
        try expect(fixed.pictures(until: .seconds(2)).first?.height, is: 240)
    }

    private func demand(_ grid: PixelGrid) -> StreamDemand {
        StreamDemand(buffered: .zero, position: .zero, rate: .normal, isAdvancing: true, grid: grid)
    }

    @Test("a switch cuts buffered pictures at a common key frame, and sound continues where it was")
    func switching() throws { try switchOver(Self.clip) }

    @Test(
        "a switch in a real film cuts buffered pictures at a common key frame",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func switchingARealFilm() throws { try switchOver(Self.realClip) }

    private func switchOver(_ film: String) throws {
        let clip = try PreparedClip(film)
        defer { clip.remove() }
        try clip.prepare()
        let source = try clip.open(.small)
        let video = try #require(source.video)
        var sounds: [MediaTime] = []
        var pictures: [MediaTime] = []
        func read(_ count: Int) throws {
            for _ in 0..<count {
                guard case .packet(let packet)? = try source.read(), let time = packet.time else { continue }
                if packet.track == video { pictures.append(time) } else { sounds.append(time) }
            }
        }
        while (pictures.last ?? .zero) < .milliseconds(3500) { try read(1) }
        source.stream?.selectDefinition(1)
        source.stream?.note(demand(.small))
        let edges = source.switchEdges()
        #expect(edges.map { $0.inSeconds }.elementsEqual([3.003]) { abs($0 - $1) < 0.001 }, "\(edges)")
        source.switchOver(at: try #require(edges.first))
        guard case .change(video)? = try source.read() else {
            Issue.record("no change is told")
            return
        }
        expect(source.parameters(of: video)?.height, is: 540)
        pictures.removeAll { $0 >= .milliseconds(3003) }
        try read(200)
        #expect(zip(sounds, sounds.dropFirst()).allSatisfy { $0 < $1 })
        expect(Set(pictures).count, is: pictures.count)
    }
}

extension FragmentScan {
    init(of bytes: [UInt8]) {
        self.init()
        extend(to: Int64(bytes.count)) { offset, count in Array(bytes.dropFirst(Int(offset)).prefix(count)) }
    }
}
