import Addresses
import PlayCore
import Playlists
import RoomImport
import Rooms

/// The form of a location, determined by its name, by the files beside it, and by its first bytes if that is ambiguous.
enum RoomForm {
    case package(RoomPlace)
    /// A recording of BigBlueButton.
    case recording(RoomPlace)
    /// One of the two main files of a recording under any name, with the files beside it.
    case part(name: String, RoomPlace)
    case chat

    /// The two main files of a recording of BigBlueButton.
    static let mainFiles = ["events.xml", "metadata.xml"]

    /// - Parameter head: returns the first bytes. Called only if the name does not decide.
    init(_ location: String, head: () -> [UInt8]) {
        self = AddressText.isAddress(location) ? Self.ofAddress(location) : Self.ofPath(location, head: head)
    }

    private static func ofAddress(_ location: String) -> RoomForm {
        guard let address = Address(location), address.isHTTP else { return .chat }
        if let folder = BigBlueButtonAddress.folder(address) { return .recording(.network(folder)) }
        let name = address.path.split(separator: "/").last ?? ""
        if address.path.hasSuffix("/") || name == RoomPlace.manifest {
            return RoomPlace(location).map(RoomForm.package) ?? .chat
        }
        // A name without an extension is a folder's.
        return name.contains(".") ? .chat : RoomPlace(location + "/").map(RoomForm.package) ?? .chat
    }

    private static func ofPath(_ location: String, head: () -> [UInt8]) -> RoomForm {
        let name = location.split(separator: "/").last.map(String.init) ?? ""
        if FileSystemAccess.exists(location + "/.") {
            let folder = location.hasSuffix("/") ? location : location + "/"
            let isRecording = mainFiles.contains { FileSystemAccess.exists(folder + $0) }
            let isPackage = FileSystemAccess.exists(folder + RoomPlace.manifest)
            return isRecording && !isPackage ? .recording(.folder(folder)) : .package(.folder(folder))
        }
        if name == RoomPlace.manifest { return RoomPlace(location).map(RoomForm.package) ?? .chat }
        let folder = RoomPlace.folder(String(location.dropLast(name.count)))
        if mainFiles.contains(name) { return .recording(folder) }
        guard name.hasSuffix(".xml"), let part = BigBlueButton.part(beginning: head()) else { return .chat }
        return .part(name: part, folder)
    }
}

extension RoomPlace {
    /// The local folder with its slash, or `nil` if it is on a server.
    var folder: String? { if case .folder(let folder) = self { folder } else { nil } }

    /// The address of a folder on a server, or `nil` if it is local.
    var address: Address? { if case .network(let address) = self { address } else { nil } }
}
