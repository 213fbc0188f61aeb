import PlayCore
import Playlists
import Transport

/// Takes every location that is not a path and refuses it, for a program that may not use the network.
struct PathsOnlyOpener: Opener {
    func opens(_ location: String) -> Bool { location == "-" || AddressText.isAddress(location) }

    func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource {
        throw ByteSourceError(.notPermitted, operation: "open", context: AddressText.shown(request.location))
    }
}
