import Manifests
import PlayCore

/// Chapters that a manifest names, in a file of their own. It is sent for at once and read when the rest is open. The
/// `demux` thread's.
struct StreamChapters {
    private let reader: ResourceReader
    private static let limit = 1 << 20

    /// Nil: there are none.
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

    /// Without them it plays all the same.
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
