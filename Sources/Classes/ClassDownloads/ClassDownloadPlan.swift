import Addresses
import ClassImport
import Classes
import DownloadModel
import Downloads
import PlayCore
import Transport

/// A class as a download: a rewritten tvplay package that gives its pictures and videos new names. For one thread.
/// Blocks only while it detects the video's type.
struct ClassDownloadPlan {
    /// The most files of a class. The package keeps the addresses of further files.
    static let fileLimit = 20_000
    private let contents: ClassContents
    private let place: ClassPlace
    private let wishes: DownloadWishes
    private let client: HTTPClient
    private let cancel: CancelToken

    init(
        _ contents: ClassContents, at place: ClassPlace, _ wishes: DownloadWishes, _ client: HTTPClient,
        _ cancel: CancelToken
    ) {
        self.contents = contents
        self.place = place
        self.wishes = wishes
        self.client = client
        self.cancel = cancel
    }

    func source(
        captions: [ImportedRecording.Captions] = [], notes: String? = nil
    ) throws(DownloadProblem) -> DownloadSource {
        let info = contents.info
        var source = DownloadSource(nil, title: info.title)
        var files = ClassFileSet(place)
        var moved = contents.relocated { files.name(of: $0) }
        moved.info.media = []
        if case .network(let address) = place, info.classID == nil {
            moved.info.classID = ClassIdentity.address(of: address.text)
        }
        if let index = try mediaIndex() {
            let media = info.media[index]
            let (main, name) = try main(media)
            source.main = main
            moved.info.media = [ClassInfo.Media(name, definition: media.definition)]
            source.definition = media.definition.map { Self.definition($0) }
            files.film = name
            for found in try beside(media) {
                files.add(found.address, language: found.language, ending: found.ending)
            }
        }
        for captions in captions { files.add(captions) }
        source.others = files.list
        for warning in contents.warnings.prefix(20) {
            Log.shared.write(.info, "daemon", "\(place.name): \(warning.file): \(warning.problem)")
        }
        source.room = DownloadClass(
            classID: info.classID, sessionID: info.sessionID, written: try Self.written(moved, notes: notes))
        return source
    }

    // MARK: Video

    private static func definition(_ key: String) -> DefinitionInfo {
        let height = Int(key.hasSuffix("p") ? key.dropLast() : key[...]) ?? 0
        return DefinitionInfo(key: .init(rawValue: key), name: key, width: height * 16 / 9, height: height)
    }

    private func mediaIndex() throws(DownloadProblem) -> Int? {
        // A manifest lists the best definition first, but the selection expects it last.
        let order = Array(contents.info.media.indices.reversed())
        guard !order.isEmpty else { return nil }
        let definitions = order.map { Self.definition(contents.info.media[$0].definition ?? "") }
        // A single video without a definition may contain several definitions.
        if order.count == 1, contents.info.media[0].definition == nil { return 0 }
        guard let index = wishes.index(in: definitions) else {
            throw DownloadProblem(
                .noSuchDefinition,
                detail: contents.info.media.compactMap(\.definition).joined(separator: ", "))
        }
        return order[index]
    }

    private func main(_ media: ClassInfo.Media) throws(DownloadProblem) -> (DownloadSource.Main, String) {
        guard let address = Self.address(media.url, place) else {
            throw DownloadProblem(.unreadable, detail: "the video has no address")
        }
        switch try AddressResolver(client: client).main(at: address, cancel: cancel) {
        case .stream(let address, let headers): return (.stream(address, headers: headers), ClassFileSet.streamName)
        case .file(var file):
            file.name = "video" + ClassFileSet.ending(file.name, ClassFileSet.videoEndings, else: ".mp4")
            return (.file(file), file.name)
        }
    }

    /// Ignores failures of another server.
    private func beside(_ media: ClassInfo.Media) throws(DownloadProblem) -> [SubtitleProbe.Found] {
        guard let address = Self.address(media.url, place) else { return [] }
        let probe = SubtitleProbe(client: client, cancel: cancel)
        do throws(ByteSourceError) {
            return try probe.subtitles(beside: address, languages: wishes.textLanguages ?? [])
        } catch {
            if case .network(let own) = place, own.origin != address.origin, error.code != .cancelled { return [] }
            throw error.code == .cancelled
                ? DownloadProblem(.notPossible, detail: "cancelled") : DownloadProblem(error)
        }
    }

    static func address(_ reference: String, _ place: ClassPlace) -> Address? {
        do throws(ClassReadError) {
            return Address(try place.resource(reference))
        } catch {
            Log.shared.write(.warning, "daemon", "\(error.context): \(error.reason)")
            return nil
        }
    }

    // MARK: Written files

    private static func written(
        _ contents: ClassContents, notes: String?
    ) throws(DownloadProblem) -> [WrittenFile] {
        var files: [WrittenFile] = []
        let writer = ClassPackageWriter { path, bytes in
            let isManifest = path == ClassPlace.manifest
            files.append(WrittenFile(name: path, role: isManifest ? .manifest : .signal, bytes: bytes))
        }
        do { try writer.write(contents) } catch {
            // Appending to a list cannot fail.
            throw DownloadProblem(.unreadable, detail: "\(error)")
        }
        if let notes, !notes.isEmpty {
            files.insert(WrittenFile(name: "notes.txt", role: .other, bytes: Array((notes + "\n").utf8)), at: 0)
        }
        return Array(files.suffix(1) + files.dropLast())
    }
}

struct ClassFileSet {
    static let streamName = "video/index.m3u8"
    static let videoEndings: Set<String> = [
        "mp4", "m4v", "webm", "mkv", "mov", "ts", "flv", "mp3", "m4a", "ogg", "opus",
    ]
    private static let pictureEndings: Set<String> = [
        "png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "avif", "heic", "tiff",
    ]
    private let place: ClassPlace
    var film = "video.mp4"
    private var names: [ClassFileReference: String] = [:]
    private var taken: Set<String> = []
    private(set) var list: [RemoteFile] = []

    init(_ place: ClassPlace) { self.place = place }

    /// Returns the path in the download, or the present location of a file that cannot be downloaded.
    mutating func name(of reference: ClassFileReference) -> String {
        if let known = names[reference] { return known }
        let name = made(reference) ?? reference.text
        names[reference] = name
        return name
    }

    private mutating func made(_ reference: ClassFileReference) -> String? {
        guard list.count < ClassDownloadPlan.fileLimit, let address = ClassDownloadPlan.address(reference.text, place)
        else { return nil }
        let isVideo = reference.use == .userVideo
        if isVideo, ["m3u8", "mpd"].contains(address.pathExtension ?? "") {
            Log.shared.write(.warning, "daemon", "a participant's stream stays where it is")
            return nil
        }
        let ending = Self.ending(address.path, isVideo ? Self.videoEndings : Self.pictureEndings, else: "")
        let name = (isVideo ? "videos/" : "pictures/") + SafeFileName.stable(reference.text, ending: ending)
        guard taken.insert(name).inserted else { return name }
        var file = RemoteFile(address, name: name, role: isVideo ? .video : reference.use == .page ? .slide : .other)
        file.isOptional = true
        file.isDispensable = isForeign(address)
        list.append(file)
        return name
    }

    private func isForeign(_ address: Address) -> Bool {
        guard case .network(let own) = place else { return false }
        return own.origin != address.origin
    }

    mutating func add(_ captions: ImportedRecording.Captions) {
        guard let address = ClassDownloadPlan.address(captions.url, place) else { return }
        add(address, language: captions.locale, ending: "vtt")
    }

    mutating func add(_ address: Address, language: String?, ending: String) {
        guard list.count < ClassDownloadPlan.fileLimit else { return }
        let stem = film.lastIndex(of: ".").map { String(film[..<$0]) } ?? film
        let language = language.map { "." + SafeFileName.make($0, limit: 40) } ?? ""
        let name = "\(stem)\(language).\(ending)"
        guard taken.insert(name).inserted else { return }
        var file = RemoteFile(address, name: name, role: .subtitles)
        file.isOptional = true
        list.append(file)
    }

    static func ending(_ name: String, _ known: Set<String>, else standard: String) -> String {
        let ending = SafeFileName.split(name.split(separator: "/").last.map(String.init) ?? "").ending.lowercased()
        return known.contains(String(ending.dropFirst())) ? ending : standard
    }
}
