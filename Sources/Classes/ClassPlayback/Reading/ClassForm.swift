import Addresses
import ClassImport
import Classes
import PlayCore
import Playlists

/// The form of a location. Its name and the files beside it decide, or its first bytes if they are ambiguous.
enum ClassForm {
    case package(ClassPlace)
    case recording(ClassPlace)
    /// One of a recording's two main files under any name, with the files beside it.
    case part(name: String, ClassPlace)
    case chat

    static let mainFiles = ["events.xml", "metadata.xml"]

    /// - Parameter head: returns the first bytes. Called only if the name does not decide.
    init(_ location: String, head: () -> [UInt8]) {
        self = AddressText.isAddress(location) ? Self.ofAddress(location) : Self.ofPath(location, head: head)
    }

    private static func ofAddress(_ location: String) -> ClassForm {
        guard let address = Address(location), address.isHTTP else { return .chat }
        if let folder = BigBlueButtonAddress.folder(address) { return .recording(.network(folder)) }
        let name = address.path.split(separator: "/").last ?? ""
        if address.path.hasSuffix("/") || name == ClassPlace.manifest {
            return ClassPlace(location).map(ClassForm.package) ?? .chat
        }
        // A name without an extension is treated as a folder.
        return name.contains(".") ? .chat : ClassPlace(location + "/").map(ClassForm.package) ?? .chat
    }

    private static func ofPath(_ location: String, head: () -> [UInt8]) -> ClassForm {
        let name = location.split(separator: "/").last.map(String.init) ?? ""
        if FileSystemAccess.exists(location + "/.") {
            let folder = location.hasSuffix("/") ? location : location + "/"
            let isRecording = mainFiles.contains { FileSystemAccess.exists(folder + $0) }
            let isPackage = FileSystemAccess.exists(folder + ClassPlace.manifest)
            return isRecording && !isPackage ? .recording(.folder(folder)) : .package(.folder(folder))
        }
        if name == ClassPlace.manifest { return ClassPlace(location).map(ClassForm.package) ?? .chat }
        let folder = ClassPlace.folder(String(location.dropLast(name.count)))
        if mainFiles.contains(name) { return .recording(folder) }
        guard name.hasSuffix(".xml"), let part = BigBlueButton.part(beginning: head()) else { return .chat }
        return .part(name: part, folder)
    }
}

extension ClassPlace {
    /// Includes the final slash; `nil` for a class on a server.
    var folder: String? { if case .folder(let folder) = self { folder } else { nil } }

    var address: Address? { if case .network(let address) = self { address } else { nil } }
}
