import Manifests
import PlayCore

/// Chapters in a separate file, requested at once and read once the rest is open. Used on the `demux` thread.
struct StreamChapters {
    private let reader: ResourceReader
    private static let limit = 1 << 20

    init?(_ presentation: Presentation, _ access: ResourceAccess) {
        guard let resource = presentation.chapters else { return nil }
        reader = ResourceReader(resource, nil, access: access)
        do throws(ByteSourceError) {
            try reader.prepare()
        } catch {
            Log.shared.write(.warning, "net", "chapters: \(error.code)")
            return nil
        }
    }

    /// Returns none on failure: the stream plays without chapters.
    func read() -> [Chapter] {
        var bytes: [UInt8] = []
        do {
            while bytes.count < Self.limit, try reader.append(to: &bytes) > 0 {}
            return try HLSChapters.parse(bytes)
        } catch {
            Log.shared.write(.warning, "net", "chapters: \(error)")
            return []
        }
    }
}
