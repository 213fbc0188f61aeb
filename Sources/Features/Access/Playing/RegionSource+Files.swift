import Localization
import Manifests
package import MediaSources
import PlayCore
import Playlists
import Text

extension RegionSource {
    /// A file of marks at a path or an address, that somebody has named.
    package init(_ location: String, _ access: SourceAccess) {
        self.init { cancel in
            var found = Found()
            found.add(location, isWanted: true, access, cancel)
            return found
        }
    }

    /// The files of marks beside a film: called like it, as Kodi has it. Nil: it is none that lies in a folder.
    package init?(beside location: String, _ access: SourceAccess) {
        guard !AddressText.isAddress(location), location != "-" else { return nil }
        let path = location.hasPrefix("file:") ? AddressText.path(ofFileAddress: location) : location
        guard let path, let name = path.split(separator: "/").last, !path.hasSuffix("/") else { return nil }
        let stem = name.lastIndex(of: ".").map { $0 > name.startIndex ? name[..<$0] : name } ?? name
        let whole = path.dropLast(name.count) + stem
        self.init { cancel in
            var found = Found()
            for ending in [".edl", ".skip.json"] {
                found.add(whole + ending, isWanted: false, access, cancel)
            }
            return found
        }
    }
}

extension RegionSource.Found {
    /// - Parameter isWanted: somebody has named it: that it is not there is a problem.
    fileprivate mutating func add(_ location: String, isWanted: Bool, _ access: SourceAccess, _ cancel: CancelToken) {
        do {
            let source = try access.open(location, cancel: cancel)
            marks += try SkipFile.parse(try source.beginning(SkipFile.limit + 1))
        } catch let error as ByteSourceError where !isWanted && error.code == .notFound {
            return
        } catch {
            guard !cancel.isCancelled else { return }
            Log.shared.write(.warning, "regions", "\(AddressText.shown(location)): \(error)")
            let name = AddressText.shown(location).split(separator: "/").last.map(String.init) ?? location
            problem = "\(name): \(Self.words(error))"
        }
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as ManifestError where error.code == .unsupported:
            tr("mpv's EDL format is not supported, only Kodi's")
        case let error as ManifestError where error.code == .tooLarge: tr("the file is too large")
        case let error as ManifestError:
            error.line.map { tr("line %1 is not an entry of Kodi's EDL format", "\($0)") }
                ?? tr("not a list of SponsorBlock segments")
        case let error as ByteSourceError: error.reason
        default: "\(error)"
        }
    }
}

extension ByteSource {
    /// At most so many bytes from its start.
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
