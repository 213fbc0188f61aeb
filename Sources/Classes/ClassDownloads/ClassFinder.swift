package import Addresses
import ClassImport
import Classes
package import DownloadModel
import DownloadService
package import Downloads
package import PlayCore
package import Transport

/// Finds the recording of a class at an address: a tvplay package (docs/room-package.md), or a recording that
/// BigBlueButton published. Reads its texts before each start; the fetcher loads pictures and videos. For worker
/// threads; blocks.
package struct ClassFinder: SourceFinder {
    private let client: HTTPClient

    package init(client: HTTPClient) { self.client = client }

    /// - Throws: `.severalRooms`, `.expired`, `.unreadable`, `.network`, `.refused`, `.noSuchDefinition`.
    package func source(
        at address: Address, _ item: DownloadItem, _ cancel: CancelToken
    ) throws(DownloadProblem) -> DownloadSource? {
        if let folder = BigBlueButtonAddress.folder(address),
            let recording = try recording(folder, cancel)
        {
            return try ClassDownloadPlan(recording.contents, at: .network(folder), item.wishes, client, cancel)
                .source(captions: recording.captions, notes: recording.notes)
        }
        guard let candidate = Candidate(address) else { return nil }
        guard let contents = try package(candidate, item.identity.version, cancel) else { return nil }
        return try ClassDownloadPlan(contents, at: candidate.place, item.wishes, client, cancel).source()
    }

    struct Candidate: Equatable {
        let place: ClassPlace
        /// Whether the address names a manifest. Other addresses may lead to anything.
        let isSure: Bool

        /// Returns `nil` for an address with another extension, and for a folder with a query.
        init?(_ address: Address) {
            let last = address.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
            isSure = last == ClassPlace.manifest
            let isFolder = !isSure && !last.contains(".") && address.query == nil
            guard isSure || isFolder else { return nil }
            // A name without an extension is treated as a folder.
            let plain = String(address.text.prefix { $0 != "#" })
            guard let place = ClassPlace(isFolder && !plain.hasSuffix("/") ? plain + "/" : plain) else { return nil }
            self.place = place
        }
    }

    // MARK: Reading

    private func package(
        _ candidate: Candidate, _ version: Int, _ cancel: CancelToken
    ) throws(DownloadProblem) -> ClassContents? {
        let reading = ClassReading(client: client, cancel: cancel)
        let files = reading.files(candidate.place)
        let manifest: ClassManifest
        do throws(ClassReadError) {
            manifest = try ClassLoader(files).manifest(cancel: cancel)
        } catch {
            let problem = reading.problem(error)
            guard candidate.isSure || problem.code == .notPossible else {
                Log.shared.write(.debug, "daemon", "\(error.context): no class: \(error.reason)")
                return nil
            }
            throw problem
        }
        guard manifest.canBeDownloaded else {
            throw DownloadProblem(.severalRooms, detail: manifest.isAlbum ? "an album" : "a merged class")
        }
        return try reading.perform { () throws(ClassReadError) in
            let recording = try manifest.recording(version, in: files.place.name)
            guard recording.info.isValid(atSecondsSince1970: WallTime.now.milliseconds / 1000) else {
                throw .expired(in: files.place.name)
            }
            return try ClassLoader(files).contents(version, cancel: cancel)
        }
    }

    private func recording(_ folder: Address, _ cancel: CancelToken) throws(DownloadProblem) -> ImportedRecording? {
        let reading = ClassReading(client: client, cancel: cancel)
        let files = reading.files(.network(folder))
        let isThere = try reading.perform { () throws(ClassReadError) in
            var isThere = false
            for name in ["metadata.xml", "events.xml"] where !isThere {
                isThere = files.exists(try files.place.location(of: name), cancel: cancel)
            }
            return isThere
        }
        guard isThere else { return nil }
        return try reading.perform { () throws(ClassReadError) in
            try BigBlueButton.read(RecordingFiles(files, cancel: cancel))
        }
    }
}
