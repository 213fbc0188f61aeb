package import Addresses
import Manifests
package import Media
package import MediaSources
package import PlayCore
package import Transport

/// Detects the kind of an address or file: a manifest becomes a stream, other content stays bytes. `demux` thread.
package struct StreamOpener: Sendable {
    private let environment: StreamEnvironment
    /// A manifest is recognised within this many bytes.
    private static let headSize = 8192

    package init(_ environment: StreamEnvironment) { self.environment = environment }

    package func open(_ source: HTTPByteSource, cancel: CancelToken) throws(MediaError) -> OpenedMedia {
        guard let bytes = try manifest(source) else { return .bytes(source) }
        let place = source.finalAddress
        // A redirect's target must not receive the first server's secrets.
        let origin = place.host == source.address.host ? place.origin : source.address.origin
        let access = ResourceAccess(environment, folder: nil, origin: origin, cancel: cancel)
        access.offer(KeptManifest(asked: source.address, found: place, bytes: bytes))
        return try stream(bytes, at: .address(place), access) ?? .bytes(source)
    }

    /// Opens a stream by its cached manifests. Returns `nil` if it is not cached, or no longer a stream.
    package func openKept(_ address: Address, cancel: CancelToken) throws(MediaError) -> OpenedMedia? {
        guard let kept = KeptManifests(environment.cache)?.find(address) else { return nil }
        let access = ResourceAccess(environment, folder: nil, origin: kept.found.origin, cancel: cancel)
        let text: ResourceAccess.Text
        do throws(ByteSourceError) {
            text = try access.text(.address(address))
        } catch {
            throw MediaError(.source(error), operation: "open")
        }
        guard HLSPlaylist.recognizes(text.bytes) || DASHManifest.recognizes(text.bytes),
            case .address(let found) = text.location
        else { return nil }
        access.offer(KeptManifest(asked: address, found: found, bytes: text.bytes))
        return try stream(text.bytes, at: text.location, access)
    }

    /// References are relative to the address. Returns `nil` if the content is no manifest.
    package func open(
        manifest bytes: [UInt8], at address: Address, cancel: CancelToken
    ) throws(MediaError) -> OpenedMedia? {
        let access = ResourceAccess(environment, folder: nil, origin: address.origin, cancel: cancel)
        return try stream(bytes, at: .address(address), access)
    }

    package func open(_ source: FileByteSource, path: String, cancel: CancelToken) throws(MediaError) -> OpenedMedia {
        guard let bytes = try manifest(source) else { return .bytes(source) }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let access = ResourceAccess(environment, folder: String(path.dropLast(name.count)), cancel: cancel)
        return try stream(bytes, at: .file(name), access) ?? .bytes(source)
    }

    package func keptManifest(at address: Address) -> [UInt8]? {
        KeptManifests(environment.cache)?.find(address)?.bytes
    }

    package static func looksLikeManifest(_ source: any ByteSource) throws(ByteSourceError) -> Bool {
        looksLikeManifest(try beginning(of: source, upTo: headSize))
    }

    private func manifest(_ source: any ByteSource) throws(MediaError) -> [UInt8]? {
        do throws(ByteSourceError) {
            var bytes = try Self.beginning(of: source, upTo: Self.headSize)
            guard Self.looksLikeManifest(bytes) else { return nil }
            bytes = try Self.beginning(of: source, upTo: ResourceAccess.manifestLimit)
            return HLSPlaylist.recognizes(bytes) || DASHManifest.recognizes(bytes) ? bytes : nil
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
    }

    package static func beginning(of source: any ByteSource, upTo limit: Int) throws(ByteSourceError) -> [UInt8] {
        var bytes: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { piece.deallocate() }
        while bytes.count < limit {
            let part = UnsafeMutableRawBufferPointer(rebasing: piece.prefix(limit - bytes.count))
            let count = try source.read(at: Int64(bytes.count), into: part)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return bytes
    }

    private static func looksLikeManifest(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop { $0 <= 0x20 }
        // Comments may precede the tags, and the first line may be missing.
        let hasTags = rest.first == UInt8(ascii: "#") && HLSPlaylist.mayBegin(Array(rest))
        return hasTags
            || (rest.first == UInt8(ascii: "<") && DASHManifest.recognizes(Array(rest)))
    }

    // MARK: streams

    private func stream(
        _ bytes: [UInt8], at location: ManifestLocation, _ access: ResourceAccess
    ) throws(MediaError) -> OpenedMedia? {
        do throws(ByteSourceError) {
            // Connects first, so that a network stream has its link from the start.
            if case .address = location { _ = try access.connect() }
        } catch {
            throw MediaError(.source(error), operation: "open")
        }
        let found = try found(bytes, location)
        let playable = Playable(found.presentation)
        if let problem = playable.problem { throw MediaError(.noDecoder, operation: "open", libraryText: problem) }
        let lists = lists(of: found, location, access)
        if found.isComplete { access.keepManifests() }
        let isLocal = if case .file = location { true } else { false }
        var environment = environment
        if case .address(let address) = location { environment.item = address.text }
        let renditions = found.presentation.renditions
        let angles = AngleChoices(
            renditions, variants: playable.definitions.map(\.rendition), first: StreamSource.videoTrack,
            firstID: StreamSource.firstFreeTrack)
        let audio = AudioChoices(renditions, firstID: StreamSource.firstFreeTrack + angles.numberCount)
        let segments = StreamSegments(
            lists, access: access, definitions: playable.definitions, audio: audio, angles: angles,
            environment: environment, isLocal: isLocal,
            isHLS: found.isHLS)
        return .packets(
            try StreamSource(
                segments, title: found.presentation.title,
                format: MediaFormat(rawValue: found.isHLS ? "hls" : "dash")))
    }

    private func lists(of found: Found, _ location: ManifestLocation, _ access: ResourceAccess) -> SegmentLists {
        let lists = SegmentLists(
            found.presentation, variables: found.variables, manifest: found.isHLS ? nil : location.reference, date: nil,
            access: access)
        if let playlist = found.playlist { lists.adopt(playlist) }
        return lists
    }

    private func found(_ bytes: [UInt8], _ location: ManifestLocation) throws(MediaError) -> Found {
        do throws(ManifestError) {
            return try presentation(bytes, location)
        } catch {
            throw MediaError(.unreadable, operation: "open", libraryText: "the manifest: \(error.reason)")
        }
    }

    // MARK: descriptions

    /// Describes the stream at an address without playing it. Returns `nil` if it is no stream.
    package func description(
        of source: HTTPByteSource, cancel: CancelToken
    ) throws(MediaError) -> StreamDescription? {
        guard let bytes = try manifest(source) else { return nil }
        let place = source.finalAddress
        let access = ResourceAccess(environment, folder: nil, origin: place.origin, cancel: cancel)
        return try description(bytes, .address(place), access)
    }

    package func description(
        of source: FileByteSource, path: String, cancel: CancelToken
    ) throws(MediaError) -> StreamDescription? {
        guard let bytes = try manifest(source) else { return nil }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let access = ResourceAccess(environment, folder: String(path.dropLast(name.count)), cancel: cancel)
        return try description(bytes, .file(name), access)
    }

    /// Describes a manifest. HLS declares duration and encryption in media playlists, so this reads one, too.
    private func description(
        _ bytes: [UInt8], _ location: ManifestLocation, _ access: ResourceAccess
    ) throws(MediaError) -> StreamDescription {
        let found = try found(bytes, location)
        let lists = lists(of: found, location, access)
        let playable = Playable(found.presentation)
        guard let first = playable.definitions.first?.rendition else {
            return StreamDescription(found.presentation, isHLS: found.isHLS, playable, list: nil, playlist: nil)
        }
        do throws(ByteSourceError) {
            let list = try lists.list(first)
            return StreamDescription(
                found.presentation, isHLS: found.isHLS, playable, list: list, playlist: lists.playlist(first))
        } catch {
            throw MediaError(.source(error), operation: "open")
        }
    }

    private struct Found {
        let presentation: Presentation
        var variables = VariableTable()
        var isHLS = true
        var isComplete = false
        var playlist: MediaPlaylist?
    }

    private func presentation(
        _ bytes: [UInt8], _ location: ManifestLocation
    ) throws(ManifestError) -> Found {
        guard HLSPlaylist.recognizes(bytes) else {
            let presentation = try DASHManifest.parse(bytes, at: location).presentation
            return Found(presentation: presentation, isHLS: false, isComplete: presentation.live == nil)
        }
        switch try HLSPlaylist.parse(bytes, at: location) {
        case .multivariant(let playlist):
            return Found(presentation: playlist.presentation, variables: playlist.variables)
        case .media(let playlist):
            var presentation = playlist.presentation
            // A live playlist is reloaded from its own address.
            if !playlist.list.isEnded, presentation.renditions.count == 1, let place = location.reference {
                presentation.renditions[0].sources = [RenditionSource(pathway: nil, content: .playlist(place))]
                return Found(presentation: presentation, playlist: playlist)
            }
            return Found(presentation: presentation, isComplete: playlist.list.isEnded, playlist: playlist)
        }
    }
}

extension ManifestLocation {
    fileprivate var reference: ResourceReference? {
        switch self {
        case .address(let address): .address(address)
        case .file(let path): .file(path)
        }
    }
}

struct Playable {
    let definitions: [Definition]
    /// The message for the viewer, in English. `nil` if the stream can be played.
    let problem: String?

    init(_ presentation: Presentation) {
        let set = Self.switchingSet(presentation.renditions)
        let all = presentation.definitions { rendition in
            CodecSupport.canPlay(rendition)
                && (rendition.kind == .audio || set == nil || rendition.switchingSet == set)
        }
        let pictures = all.filter { !$0.info.isAudio }
        definitions = pictures.isEmpty ? all : pictures
        guard definitions.isEmpty else {
            problem = nil
            return
        }
        if let protection = presentation.renditions.compactMap(\.protection).first {
            problem = "it is protected: \(protection.reason)"
        } else {
            let codecs = Set(presentation.renditions.flatMap(\.codecs)).sorted().joined(separator: ", ")
            problem = codecs.isEmpty ? "nothing to play in the manifest" : "nothing here decodes \(codecs)"
        }
    }

    /// Returns the DASH set with the most picture renditions, the first of several.
    private static func switchingSet(_ renditions: [Rendition]) -> String? {
        var counts: [(set: String, count: Int)] = []
        for rendition in renditions
        where [.video, .muxed].contains(rendition.kind) && rendition.protection == nil
            && CodecSupport.canPlay(rendition)
        {
            guard let set = rendition.switchingSet else { return nil }
            if let place = counts.firstIndex(where: { $0.set == set }) {
                counts[place].count += 1
            } else {
                counts.append((set, 1))
            }
        }
        let most = counts.map(\.count).max()
        return counts.first { $0.count == most }?.set
    }
}
