import Encoding
package import PlayCore

/// Creates videos from the user's arguments: files, folders, playlists and their entries. Blocks; one thread. Use one
/// loader per run of the program: its limits apply to everything it loads.
package struct PlaylistLoader {
    package struct Problem: Sendable, Equatable {
        package enum Reason: Sendable, Equatable {
            case playlist(PlaylistError)
            case refused(EntryRefusal)
            case empty
            case cut
        }

        /// As written; unverified text.
        package let location: String
        package let reason: Reason
    }

    package private(set) var problems: [Problem] = []
    /// A hostile list has one problem per line.
    private static let maximumProblems = 100

    private let limits: PlaylistLimits
    private let charset: PlaylistCharset
    private let isRecursive: Bool
    /// Reads a list at an address. Without it, such lists are single items.
    private let readAddress: (@Sendable (String) throws(PlaylistError) -> [UInt8])?
    private var count = 0
    private var opened = 0

    package init(
        isRecursive: Bool = false, limits: PlaylistLimits = PlaylistLimits(), charset: PlaylistCharset = .simple,
        readAddress: (@Sendable (String) throws(PlaylistError) -> [UInt8])? = nil
    ) {
        self.isRecursive = isRecursive
        self.limits = limits
        self.charset = charset
        self.readAddress = readAddress
    }

    /// Returns the items of a command-line argument: the contents of a folder or playlist, else the argument.
    package mutating func load(_ argument: String) -> Playlist {
        if argument == "-" { return Playlist(videos: [video(at: argument)]) }
        var walk = Walk()
        if AddressText.scheme(of: argument) == "file", let path = AddressText.path(ofFileAddress: argument) {
            return file(path, walk: &walk)
        }
        if AddressText.scheme(of: argument) != nil { return address(argument, walk: &walk) }
        return file(argument, walk: &walk)
    }

    package enum Company: Sendable, Equatable {
        case all
        case alike
    }

    /// Also loads the folder's other files, in natural order. Returns the file's index among them, or `nil` if it is
    /// not a local video or sound file, or has no neighbours.
    package mutating func load(_ argument: String, with company: Company) -> (playlist: Playlist, place: Int)? {
        guard argument != "-", !AddressText.isAddress(argument) else { return nil }
        let path = AddressText.localPath(argument)
        let name = PathText.name(of: path)
        guard FileSystemAccess.kind(path) == .file, MediaName.isMedia(name), !name.hasPrefix("."),
            PlaylistFormat.named(path) == nil || FileSystemAccess.isFilm(path)
        else { return nil }
        var walk = Walk()
        let own = video(at: path)
        let folder = PathText.folder(of: FileSystemAccess.absolute(path))
        var playlist = self.folder(folder, isRecursive: false, walk: &walk) { other in
            switch company {
            case .all: true
            case .alike: MediaName.isSound(other) == MediaName.isSound(name)
            }
        }
        guard playlist.videos.count > 1, let place = playlist.videos.firstIndex(where: { $0.id == own.id }) else {
            return nil
        }
        playlist.videos[place] = own
        return (playlist, place)
    }

    /// Loads a list of any name (`--playlist`). A missing file becomes an item, and playing it reports the error.
    package mutating func loadList(_ path: String) -> Playlist {
        var walk = Walk()
        if AddressText.scheme(of: path) != nil { return address(path, isList: true, walk: &walk) }
        if FileSystemAccess.kind(path) == .folder { return folder(path, isRecursive: isRecursive, walk: &walk) }
        return list(at: path, isList: true, walk: &walk)
    }

    // MARK: walking

    private struct Walk {
        /// Lists and folders being read, to detect one that contains itself.
        var files: Set<FileSystemAccess.Identity> = []
        var addresses: Set<String> = []
        var depth: Int { files.count + addresses.count }
    }

    private mutating func note(_ location: String, _ reason: Problem.Reason) {
        if problems.count < Self.maximumProblems { problems.append(Problem(location: location, reason: reason)) }
    }

    /// Notes the reason if the innermost list or folder must not be opened.
    private mutating func mayOpen(_ location: String, _ depth: Int) -> Bool {
        guard depth <= limits.depth, opened < limits.opened else {
            note(location, .refused(.tooDeep))
            return false
        }
        opened += 1
        return true
    }

    private mutating func file(_ path: String, walk: inout Walk) -> Playlist {
        if FileSystemAccess.kind(path) == .folder { return folder(path, isRecursive: isRecursive, walk: &walk) }
        if PlaylistFormat.named(path) != nil, !FileSystemAccess.isFilm(path) {
            return list(at: path, isList: false, walk: &walk)
        }
        return Playlist(videos: one(video(at: path)))
    }

    private mutating func list(at path: String, isList: Bool, walk: inout Walk) -> Playlist {
        let path = FileSystemAccess.absolute(path)
        guard let identity = FileSystemAccess.identity(path) else { return Playlist(videos: one(video(at: path))) }
        guard walk.files.insert(identity).inserted else {
            note(path, .refused(.cycle))
            return Playlist()
        }
        defer { walk.files.remove(identity) }
        guard mayOpen(path, walk.depth) else { return Playlist() }
        do throws(PlaylistError) {
            let bytes = try FileSystemAccess.read(path, limit: limits.bytes)
            let origin = PlaylistOrigin.folder(PathText.folder(of: path))
            return try entries(of: bytes, at: path, origin, isList: isList, walk: &walk)
        } catch {
            note(path, .playlist(error))
            return Playlist()
        }
    }

    package mutating func list(_ bytes: [UInt8], at address: String) -> Playlist {
        var walk = Walk()
        walk.addresses.insert(address)
        do throws(PlaylistError) {
            return try entries(of: bytes, at: address, .address(address), isList: false, walk: &walk)
        } catch {
            note(AddressText.withoutSecrets(address), .playlist(error))
            return Playlist()
        }
    }

    /// Reads only a list that the user named. An address within a list stays one item until it is played or browsed,
    /// because slow servers would delay all other entries.
    private mutating func address(_ address: String, isList: Bool = false, walk: inout Walk) -> Playlist {
        let name = AddressText.withoutQuery(address)
        // An .m3u8 is nearly always a stream. Playing it finds out, and waits for its server with a screen.
        let isListByName = PlaylistFormat.named(name) != nil && !name.lowercased().hasSuffix(".m3u8")
        guard let readAddress, walk.depth == 0, isList || isListByName else {
            return Playlist(videos: one(video(at: address)))
        }
        guard walk.addresses.insert(address).inserted else {
            note(AddressText.withoutSecrets(address), .refused(.cycle))
            return Playlist()
        }
        defer { walk.addresses.remove(address) }
        guard mayOpen(AddressText.withoutSecrets(address), walk.depth) else { return Playlist() }
        do throws(PlaylistError) {
            let bytes = try readAddress(address)
            return try entries(of: bytes, at: address, .address(address), isList: isList, walk: &walk)
        } catch {
            note(AddressText.withoutSecrets(address), .playlist(error))
            return Playlist()
        }
    }

    private mutating func entries(
        of bytes: [UInt8], at location: String, _ origin: PlaylistOrigin, isList: Bool, walk: inout Walk
    ) throws(PlaylistError) -> Playlist {
        let name = AddressText.scheme(of: location) == nil ? location : AddressText.withoutQuery(location)
        let isPacked = Inflater.isGzip(bytes)
        let bytes = try PlaylistFormat.unpacked(bytes, limit: limits.bytes)
        guard let format = PlaylistFormat.of(bytes, named: name, isList: isList) else {
            if !isList, PlaylistFormat.named(name) != nil { return Playlist(videos: one(video(at: location))) }
            throw .unsupported(name: nil)
        }
        if format == .hls {
            // A stream is read again from its file, which must not be compressed.
            if isPacked { throw .unsupported(name: "HLS, gzip") }
            let stream = video(at: location).updating { $0.sources[0].delivery = .hls }
            return Playlist(videos: one(stream))
        }
        let parsed = try format.parse(bytes, named: PathText.name(of: name), limits: limits, charset: charset)
        if parsed.isCut { note(location, .cut) }
        var videos: [Video] = []
        for entry in parsed.entries {
            guard count < limits.entries else {
                note(location, .cut)
                break
            }
            let entry = format == .cue ? present(entry, origin) : entry
            videos += self.videos(of: entry, origin, isURI: format.hasURIs, walk: &walk)
        }
        if videos.isEmpty { note(location, .empty) }
        return Playlist(title: parsed.title, videos: videos)
    }

    /// Returns a cue sheet's entry with its first existing file.
    private func present(_ entry: ParsedPlaylist.Entry, _ origin: PlaylistOrigin) -> ParsedPlaylist.Entry {
        var copy = entry
        copy.alternatives = []
        guard case .folder = origin else { return copy }
        let names = [entry.location] + entry.alternatives
        copy.location = names.first { reference($0, origin, isURI: false) != nil } ?? entry.location
        return copy
    }

    private mutating func videos(
        of entry: ParsedPlaylist.Entry, _ origin: PlaylistOrigin, isURI: Bool, walk: inout Walk
    ) -> [Video] {
        let found: [Video]
        switch origin.target(of: entry.location, isURI: isURI) {
        case .refused(let reason):
            note(entry.location, .refused(reason))
            return []
        case .address(let address):
            found = self.address(entry.request.text(of: origin.request(at: address)), walk: &walk).videos
        case .file(let paths):
            let path = paths.first { FileSystemAccess.kind($0) != nil } ?? paths[0]
            guard FileSystemAccess.kind(path) != .other else {
                note(entry.location, .refused(.device))
                return []
            }
            found = file(path, walk: &walk).videos
        }
        // The entry's metadata does not apply to the items of a nested list.
        guard found.count == 1, let only = found.first else { return found }
        return [
            only.updating {
                $0.title = $0.title ?? entry.title
                $0.duration = $0.duration ?? entry.duration
                $0.cover = $0.cover ?? entry.cover.flatMap { reference($0, origin, isURI: isURI) }
                $0.chapterFile = $0.chapterFile ?? entry.chapters.flatMap { reference($0, origin, isURI: isURI) }
                let request = EntryAddress($0.location)
                $0.subtitles += entry.subtitles.compactMap {
                    reference($0, origin, isURI: isURI).map(request.text(at:))
                }
                addAlternatives(
                    entry.alternatives.compactMap { reference($0, origin, isURI: isURI).map(request.text(at:)) },
                    to: &$0)
            }
        ]
    }

    /// Keeps the list's order, but puts missing files last.
    private func addAlternatives(_ locations: [String], to video: inout Video) {
        guard !locations.isEmpty else { return }
        let isMissing =
            AddressText.scheme(of: video.sources[0].location) == nil
            && FileSystemAccess.kind(video.sources[0].location) == nil
        let others = locations.map { Source($0) }
        video.sources = isMissing ? others + video.sources : video.sources + others
    }

    /// Applies the rules for entries. Returns `nil` for a missing file.
    private func reference(_ location: String, _ origin: PlaylistOrigin, isURI: Bool) -> String? {
        switch origin.target(of: location, isURI: isURI) {
        case .address(let address): address
        case .file(let paths): paths.first { FileSystemAccess.kind($0) == .file }
        case .refused: nil
        }
    }

    /// Lists a folder in natural order. `isWanted` selects files by name.
    private mutating func folder(
        _ path: String, isRecursive: Bool, walk: inout Walk, isWanted: (String) -> Bool = { _ in true }
    ) -> Playlist {
        guard let identity = FileSystemAccess.identity(path), walk.files.insert(identity).inserted else {
            note(path, .refused(.cycle))
            return Playlist()
        }
        defer { walk.files.remove(identity) }
        guard mayOpen(path, walk.depth) else { return Playlist() }
        let levels = isRecursive ? limits.depth + 1 : 1
        var videos: [Video] = []
        do throws(FileError) {
            let depth = walk.depth
            let folders = FolderWalk(depth: levels, links: .followed, order: NaturalOrder.precedes)
            try folders.visit(path) { event in
                if case .entry(let entry) = event, entry.kind == .file, !isWanted(entry.name) { return .skip }
                return add(event, in: path, at: depth, isRecursive: isRecursive, to: &videos)
            }
        } catch {
            // Playing it reports the error.
            return Playlist(videos: one(video(at: path)))
        }
        if videos.isEmpty, walk.depth == 1 { note(path, .empty) }
        let name = PathText.name(of: PathText.normalized(FileSystemAccess.absolute(path)))
        return Playlist(title: name, videos: videos)
    }

    private mutating func add(
        _ event: FolderWalk.Event, in folder: String, at depth: Int, isRecursive: Bool, to videos: inout [Video]
    ) -> FolderWalk.Step {
        let root = folder.hasSuffix("/") ? folder : folder + "/"
        switch event {
        case .entry(let entry):
            if entry.name.hasPrefix(".") { return .skip }
            guard count < limits.entries else {
                note(PathText.folder(of: root + entry.path), .cut)
                return .stop
            }
            switch entry.kind {
            case .folder: return isRecursive && mayOpen(root + entry.path, depth + entry.depth) ? .proceed : .skip
            case .file where MediaName.isMedia(entry.name): videos += one(video(at: root + entry.path))
            default: break
            }
        case .unreadable(let entry, _): videos += one(video(at: root + entry.path))
        case .cycle(let entry): note(root + entry.path, .refused(.cycle))
        }
        return .proceed
    }

    private mutating func one(_ video: Video) -> [Video] {
        guard count < limits.entries else { return [] }
        count += 1
        return [video]
    }

    private func video(at location: String) -> Video {
        Video(
            id: FileSystemAccess.videoID(of: location),
            sources: [Source(location, delivery: location == "-" ? .stream : .progressive)])
    }
}
