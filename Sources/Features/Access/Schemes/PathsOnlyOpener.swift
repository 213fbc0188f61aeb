import PlayCore
import Playlists
import Transport

/// Refuses every location that is no path, for a program without network access.
struct PathsOnlyOpener: Opener {
    func opens(_ location: String) -> Bool { location == "-" || AddressText.isAddress(location) }

    func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource {
        throw ByteSourceError(.notPermitted, operation: "open", context: AddressText.shown(request.location))
    }
}
