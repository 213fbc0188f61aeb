package import Media
package import PlayCore

package struct PreviewPicture: Sendable {
    package let frame: VideoFrame
    package let crop: Crop

    package init(_ frame: VideoFrame, crop: Crop = .none) {
        self.frame = frame
        self.crop = crop
    }

    package var aspect: Double {
        frame.displayAspect * (1 - crop.left - crop.right) / (1 - crop.top - crop.bottom)
    }
}

/// A place of an item with a picture. Places with the same key frame have the same time.
package struct PreviewPlace {
    /// The key frame's time in a container, or the requested time in a stream.
    package let time: MediaTime
    fileprivate let keyframe: Packet?
}

/// Reads preview pictures of an item beside playback. One thread; may wait for bytes.
package final class PreviewPictures {
    private enum Origin {
        case container(KeyframePictures)
        case stream(any PacketSource)
    }

    private let origin: Origin

    /// Opens the item again. `track` counts only in a container. Returns `nil` if the item has no such pictures.
    package init?(
        _ input: SessionInput, track: Int, isStream: Bool, cancel: CancelToken
    ) throws(MediaError) {
        let media: OpenedMedia
        if !isStream, let open = input.openBytes {
            do throws(ByteSourceError) {
                media = .bytes(try open(cancel))
            } catch {
                throw MediaError(.source(error), operation: "open")
            }
        } else {
            media = try input.open(cancel)
        }
        guard let origin = try Self.origin(of: media, input.name, track, cancel) else { return nil }
        self.origin = origin
    }

    private static func origin(
        of media: OpenedMedia, _ name: String, _ track: Int, _ cancel: CancelToken
    ) throws(MediaError) -> Origin? {
        switch media {
        case .bytes(let source):
            try KeyframePictures(source, name: name, track: track, cancel: cancel).map(Origin.container)
        case .packets(let source): .stream(source)
        case .unknown(_, let look): try origin(of: try look(), name, track, cancel)
        case .paired(let picture, _): try origin(of: picture, name, track, cancel)
        case .elsewhere: nil
        }
    }

    /// Returns `nil` if no picture shows `time`. Decodes nothing.
    package func place(at time: MediaTime) throws(MediaError) -> PreviewPlace? {
        switch origin {
        case .container(let pictures):
            try pictures.keyframe(at: time).map { PreviewPlace(time: $0.time ?? time, keyframe: $0) }
        case .stream: PreviewPlace(time: time, keyframe: nil)
        }
    }

    package func picture(of place: PreviewPlace) throws(MediaError) -> PreviewPicture? {
        switch origin {
        case .container(let pictures):
            guard let keyframe = place.keyframe else { return nil }
            return try pictures.frame(of: keyframe).map { PreviewPicture($0) }
        case .stream(let source): return source.previewPicture(at: place.time)
        }
    }
}
