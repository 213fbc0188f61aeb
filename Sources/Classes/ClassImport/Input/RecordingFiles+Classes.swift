import Addresses
package import Classes
package import PlayCore

extension RecordingFiles {
    /// Calls block. `list` returns the names in a folder, and none on a server.
    package init(
        _ files: SourceClassFiles, cancel: CancelToken, list: @escaping (_ folder: String) -> [String] = { _ in [] }
    ) {
        let base: Address? = if case .network(let address) = files.place { address } else { nil }
        self.init(base: base, name: files.place.name) { (path, limit) throws(ClassReadError) in
            do throws(ClassReadError) {
                return try files.read(try files.place.location(of: path), limit: limit, cancel: cancel)
            } catch {
                if Self.isAbsence(error) { return nil }
                throw error
            }
        } has: { path in
            do throws(ClassReadError) {
                return files.exists(try files.place.location(of: path), cancel: cancel)
            } catch {
                return false
            }
        } list: {
            list($0)
        }
    }

    /// Returns whether an error is `.notFound`, or a server's 404 or 410.
    private static func isAbsence(_ error: ClassReadError) -> Bool {
        error.code == .fileLost || error.code == .invalidVideoURL
    }
}

extension BigBlueButton {
    /// Returns the main file that begins with these bytes; its name may differ. The outermost element of `events.xml`
    /// contains the meeting's identity. `metadata.xml` describes a published recording.
    package static func part(beginning bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        guard let root = head.firstRange(of: "<recording") ?? head.firstRange(of: "<playback>") else { return nil }
        let before = head[..<root.lowerBound]
        guard !zip(before, before.dropFirst()).contains(where: { $0 == "<" && $1.isLetter }) else { return nil }
        let tag = head[root.lowerBound...].prefix { $0 != ">" }
        if tag.contains("meeting_id=") || head[root.upperBound...].contains("<event ") { return "events.xml" }
        return head[root.upperBound...].contains("<id>") || head[root.lowerBound...].hasPrefix("<playback>")
            ? "metadata.xml" : nil
    }

    package static func place(_ location: String) -> ClassPlace? {
        if let address = Address(location), address.isHTTP {
            return BigBlueButtonAddress.folder(address).flatMap { ClassPlace($0.text) }
        }
        for name in ["metadata.xml", "events.xml"] where location == name || location.hasSuffix("/" + name) {
            return ClassPlace(String(location.dropLast(name.count)))
        }
        return ClassPlace(location)
    }
}
