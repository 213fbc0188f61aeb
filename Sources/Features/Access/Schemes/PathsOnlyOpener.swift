import PlayCore
import Playlists
import Transport

/// Takes whatever is no path, and opens none of it: for a program that may not reach a network.
struct PathsOnlyOpener: Opener {
    func opens(_ location: String) -> Bool { location == "-" || AddressText.isAddress(location) }

    func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource {
        throw ByteSourceError(.notPermitted, operation: "open", context: AddressText.shown(request.location))
    }
}
