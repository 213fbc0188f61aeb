import Encoding
import PlayCore
import Streaming

/// The plan of a film's renditions in progress, written as JSON before the first picture, for resuming.
struct PreparationDraft: Equatable, Codable {
    static let name = "preparing.json"
    private static let limit = 1 << 16

    private let version: Int
    private let stamp: FilmStamp
    private let track: Int
    private let timescale: Int32
    private let sizes: [RenditionPlan.Size]

    init(_ stamp: FilmStamp, _ info: FilmInfo) {
        version = PreparedRecord.currentVersion
        (self.stamp, track, timescale) = (stamp, info.track, info.timescale)
        sizes = info.plan.sizes
    }

    /// Returns `nil` if there is no plan or it cannot be read.
    static func read(_ place: PreparedPlace) -> PreparationDraft? {
        do {
            return try JSONValue(document: try WholeFile.read(path(place), limit: limit)).decoded()
        } catch {
            // An unreadable plan restarts the preparation.
            return nil
        }
    }

    func write(_ place: PreparedPlace) throws(FileError) {
        let bytes: [UInt8]
        do {
            bytes = try JSONValue(encoding: self).bytes
        } catch {
            preconditionFailure("numbers and names are JSON: \(error)")
        }
        try WholeFile.replace(
            Self.path(place), with: bytes, mode: 0o644, draft: Self.path(place) + ".new", synchronizes: true)
    }

    static func path(_ place: PreparedPlace) -> String { place.folder + "/" + name }

    /// Returns 0 … 1.
    static func share(done place: PreparedPlace, _ info: FilmInfo) -> Double {
        guard let stamp = FilmStamp.of(place.film), read(place) == PreparationDraft(stamp, info) else { return 0 }
        let ends = info.plan.sizes.map { size -> Int64 in
            RenditionFile.lastStart(place.folder + "/" + size.name + ".mp4")
        }
        let done = Double(ends.min() ?? 0) / Double(info.timescale)
        return min(1, max(0, done / max(1, info.duration.inSeconds)))
    }
}
