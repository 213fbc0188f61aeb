package import Media
package import PlayCore

/// What a place of an item looks like: a picture, or a part of one.
package struct PreviewPicture: Sendable {
    package let frame: VideoFrame
    /// What of it is meant.
    package let crop: Crop

    package init(_ frame: VideoFrame, crop: Crop = .none) {
        self.frame = frame
        self.crop = crop
    }

    /// Width ÷ height of that part, as the eye should see it.
    package var aspect: Double {
        frame.displayAspect * (1 - crop.left - crop.right) / (1 - crop.top - crop.bottom)
    }
}

/// A place of an item that has a picture. Places that show the same key frame have the same time.
package struct PreviewPlace {
    /// The time of the key frame in a container; in a stream the time that was asked for.
    package let time: MediaTime
    fileprivate let keyframe: Packet?
}

/// Pictures of places of an item, read beside playing: key frames of a container, of a stream what it has for that
/// purpose. One thread, which may have to wait for bytes.
package final class PreviewPictures {
    private enum Origin {
        case container(KeyframePictures)
        case stream(any PacketSource)
    }

    private let origin: Origin

    /// Opens the item once more.
    ///
    /// - Parameters:
    ///   - track: of the container, whose pictures are wanted.
    ///   - isStream: it is a stream of segments.
    /// - Returns: nil: there are no pictures to be had.
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

    /// Finds what shows `time`, which costs little; nil: nothing does.
    package func place(at time: MediaTime) throws(MediaError) -> PreviewPlace? {
        switch origin {
        case .container(let pictures):
            try pictures.keyframe(at: time).map { PreviewPlace(time: $0.time ?? time, keyframe: $0) }
        case .stream: PreviewPlace(time: time, keyframe: nil)
        }
    }

    /// Decodes it; nil: there is no picture of that place.
    package func picture(of place: PreviewPlace) throws(MediaError) -> PreviewPicture? {
        switch origin {
        case .container(let pictures):
            guard let keyframe = place.keyframe else { return nil }
            return try pictures.frame(of: keyframe).map { PreviewPicture($0) }
        case .stream(let source): return source.previewPicture(at: place.time)
        }
    }
}
