import Addresses
import CPlatform
import Glibc
package import PlayCore

package struct LocalProvider: CatalogueProvider {
    package init() {}

    package func recognizes(_ reference: String) -> Bool {
        reference == "-" || reference.hasPrefix("file:") || Scheme.of(reference) == nil
    }

    /// - Throws: `.fileLost` (1050).
    package func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo {
        let path = request.reference
        if path != "-", !path.hasPrefix("file:") {
            let bytes = ByteText.bytes(path).map { CChar(bitPattern: $0) } + [0]
            guard access(bytes, F_OK) == 0 else { throw CatalogueError(.fileLost, context: path) }
        }
        return PlayInfo(address: path)
    }
}

/// Addresses of the media itself. Replaces `{token}` in an address by the item's token.
package struct DirectProvider: CatalogueProvider {
    package init() {}

    package func recognizes(_ reference: String) -> Bool {
        ["http", "https", "ftp", "ftps", "sftp"].contains(Scheme.of(reference))
    }

    package func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo {
        let wantsToken = Self.wantsToken(request.reference)
        if wantsToken, request.token == nil { throw CatalogueError(.tokenRefused, context: "address") }
        let filled = request.reference.replacing(
            "{token}", with: request.token.map { FormText.escaped($0.secret) } ?? "")
        guard let address = Address(wantsToken ? filled : request.reference), address.isFetched else {
            throw CatalogueError(.network(.forbiddenScheme))
        }
        return PlayInfo(address: address.text)
    }

    package static func wantsToken(_ reference: String) -> Bool {
        ManifestPlace.wantsToken(reference) && ["http", "https"].contains(Scheme.of(reference))
    }
}

enum Scheme {
    /// Returns the scheme in lower case, or `nil` for a path.
    static func of(_ reference: String) -> String? {
        guard let end = reference.firstRange(of: "://")?.lowerBound else { return nil }
        let scheme = reference[..<end].lowercased()
        let isPlain = scheme.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 0x2B }
        return !scheme.isEmpty && isPlain ? scheme : nil
    }
}

extension PlayInfo {
    init(address: String) {
        self.init(videoID: address)
        let info = DefinitionInfo(key: .undescribed, name: "")
        definitionList = [Definition(info, entries: [NetworkAddress(address)])]
    }
}
