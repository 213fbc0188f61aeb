import Media
import MediaSources
import PlayCore

extension CoverSource {
    /// Returns the first readable picture. Failures are only logged: playback needs no cover.
    static func firstPicture(of sources: [CoverSource], cancel: CancelToken) -> VideoFrame? {
        for source in sources where !cancel.isCancelled {
            do {
                let bytes = try source.open(cancel)
                if let frame = try StillPicture.decode(bytes, name: source.name, cancel: cancel) { return frame }
            } catch {
                Log.shared.write(.debug, "media", "cover \(source.name): \(error)")
            }
        }
        return nil
    }
}
