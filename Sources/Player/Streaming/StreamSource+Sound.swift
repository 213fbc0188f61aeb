import Manifests
import Media
import MediaSources
import PlayCore

/// The sound of a muxed variant while an angle without sound is read.
extension StreamSource {
    /// Returns `nil` without angles, or if the sound is separate.
    func makeVariantSound() -> StreamLane? {
        guard main.tracks.audio != nil, main.tracks.video != nil, !segments.angles.list.isEmpty else { return nil }
        return StreamLane(
            segments, rendition: main.variant, tracks: .init(audio: Self.mixedTrack), isMain: false)
    }

    /// Switches the sound to the variant's own lane while the pictures have none, and back.
    func joinSound() throws(MediaError) {
        guard let variantSound, main.lacksSound != usesVariantSound else { return }
        usesVariantSound = main.lacksSound
        let (old, new) = usesVariantSound ? (main, variantSound) : (variantSound, main)
        let start = main.coming?.segment.start ?? position
        if usesVariantSound, wanted.isEmpty || wanted.contains(Self.mixedTrack) {
            try place(variantSound, at: start)
            variantSound.omit(Self.mixedTrack, returnedBy: main)
            // No sound was returned since a seek or a removal of packets read ahead.
            if main.lastTime(of: Self.mixedTrack) == nil { try skip(variantSound, before: start) }
            try fill(variantSound)
        } else if !usesVariantSound {
            main.omit(Self.mixedTrack, returnedBy: variantSound)
            dropRepetition(variantSound.lastTime(of: Self.mixedTrack))
            putAside(variantSound)
        }
        guard let before = old.parameters[Self.mixedTrack], let after = new.parameters[Self.mixedTrack],
            !before.isSame(as: after)
        else { return }
        var items = Fifo<SourceItem>()
        items.append(.change(track: Self.mixedTrack))
        while let item = heads[ObjectIdentifier(new)]?.popFirst() { items.append(item) }
        heads[ObjectIdentifier(new)] = items
    }

    private func dropRepetition(_ end: MediaTime?) {
        let id = ObjectIdentifier(main)
        guard let end, case .packet(let packet)? = heads[id]?.first, packet.track == Self.mixedTrack,
            let time = packet.decodingTime, time <= end
        else { return }
        _ = heads[id]?.popFirst()
    }
}
