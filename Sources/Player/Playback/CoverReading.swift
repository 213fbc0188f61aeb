import Media
import MediaSources
import PlayCore

extension CoverSource {
    /// Returns the first source that can be read as a picture. A cover is an ornament: failures are only logged.
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
