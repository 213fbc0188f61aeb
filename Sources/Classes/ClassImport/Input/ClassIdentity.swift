import Addresses
package import Classes
import Encoding
package import PlayCore
import Playlists

package enum ClassIdentity {
    /// Without an ID of the class, ``address(of:)`` replaces it.
    package static func identity(of info: ClassInfo, at location: String) -> RecordingIdentity {
        RecordingIdentity(
            classID: info.classID ?? address(of: location), sessionID: info.sessionID ?? "",
            clippedVersion: info.clippedVersion)
    }

    package static func identity(at location: String, version: Int) -> RecordingIdentity {
        RecordingIdentity(classID: address(of: location), sessionID: "", clippedVersion: version)
    }

    /// Derives an ID that does not reveal the place of the class.
    package static func address(of location: String) -> String {
        "address-" + SHA256.hexadecimal(AddressText.identity(place(of: location))).prefix(32)
    }

    /// Returns one spelling for all addresses of a class: the manifest, the main files, and BigBlueButton's player
    /// page.
    package static func place(of location: String) -> String {
        guard AddressText.isAddress(location) else { return folder(location) }
        guard let address = Address(location), address.isHTTP else { return location }
        if let recording = BigBlueButtonAddress.folder(address) { return recording.text }
        guard !address.text.contains("?") else { return address.text }
        let name = address.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        if name == ClassPlace.manifest { return String(address.text.dropLast(name.count)) }
        return name.isEmpty || name.contains(".") ? address.text : address.text + "/"
    }

    private static let mainFiles = [ClassPlace.manifest, "events.xml", "metadata.xml"]

    private static func folder(_ path: String) -> String {
        let file = mainFiles.first { path.hasSuffix("/" + $0) }
        let folder = file.map { path.dropLast($0.count) } ?? path[...]
        return folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : String(folder)
    }
}
