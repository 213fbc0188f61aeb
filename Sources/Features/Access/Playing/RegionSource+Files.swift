import Manifests
package import MediaSources
import PlayCore
import Playlists

extension RegionSource {
    /// Loads marks from the viewer's file, at a path or an address.
    package init(_ location: String, _ access: SourceAccess) {
        self.init(name: Self.name(location)) { cancel in
            var found = Found()
            found.add(location, isWanted: true, access, cancel)
            return found
        }
    }

    /// Loads marks from files beside a film, with its name as in Kodi. `nil` if the location is no file in a folder.
    package init?(beside location: String, _ access: SourceAccess) {
        guard access.isFile(location), location != "-" else { return nil }
        let path = location.hasPrefix("file:") ? AddressText.path(ofFileAddress: location) : location
        guard let path, let name = path.split(separator: "/").last, !path.hasSuffix("/") else { return nil }
        let stem = name.lastIndex(of: ".").map { $0 > name.startIndex ? name[..<$0] : name } ?? name
        let whole = path.dropLast(name.count) + stem
        self.init(name: stem + ".edl") { cancel in
            var found = Found()
            for ending in [".edl", ".skip.json"] {
                found.add(whole + ending, isWanted: false, access, cancel)
            }
            return found
        }
    }

    fileprivate static func name(_ location: String) -> String {
        AddressText.shown(location).split(separator: "/").last.map(String.init) ?? location
    }
}

extension RegionSource.Found {
    /// - Parameter isWanted: whether the viewer named the file, so that its absence is an error.
    fileprivate mutating func add(_ location: String, isWanted: Bool, _ access: SourceAccess, _ cancel: CancelToken) {
        do {
            let source = try access.open(location, cancel: cancel)
            let file = try SkipFile(try source.beginning(SkipFile.limit + 1))
            marks += file.marks
            if let line = file.wrongLine {
                let name = RegionSource.name(location)
                problem = tr("%1: line %2 is not an edit of Kodi's EDL and is skipped", name, "\(line)")
                Log.shared.write(.warning, "regions", "\(AddressText.shown(location)): line \(line) is no edit")
            }
        } catch let error as ByteSourceError where !isWanted && error.code == .notFound {
            return
        } catch {
            guard !cancel.isCancelled else { return }
            Log.shared.write(.warning, "regions", "\(AddressText.shown(location)): \(error)")
            let name = RegionSource.name(location)
            problem = tr("Cannot read the marked parts of %1: %2", name, Self.words(error))
        }
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as ManifestError where error.code == .unsupported:
            tr("mpv's EDL is not supported")
        case let error as ManifestError where error.code == .tooLarge: tr("the file is too large")
        case let error as ManifestError:
            error.line.map { tr("line %1 is not an edit of Kodi's EDL", "\($0)") }
                ?? tr("no list of SponsorBlock segments")
        case let error as ByteSourceError: error.reason
        default: "\(error)"
        }
    }
}

extension ByteSource {
    func beginning(_ limit: Int) throws(ByteSourceError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
        defer { buffer.deallocate() }
        var count = 0
        while count < limit {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let new = try read(at: Int64(count), into: rest)
            guard new > 0 else { break }
            count += new
        }
        return Array(buffer.prefix(count))
    }
}
