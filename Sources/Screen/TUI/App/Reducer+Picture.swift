import Cells
import PlayCore
import PlaybackModel
import ScreenKit

extension AppState {
    /// Adjusts a property by `step`; the keys use steps of 1, as in mpv.
    mutating func adjust(_ property: PictureAdjustment.Property, by step: Int, at now: HostTime) -> [Effect] {
        var adjustment = snapshot.adjustment
        adjustment[property] += step
        message = Message(tr("%1: %2", Self.name(property), "\(adjustment[property])"), at: now)
        return ask(.setAdjustment(adjustment))
    }

    private static func name(_ property: PictureAdjustment.Property) -> String {
        switch property {
        case .contrast: tr("Contrast")
        case .brightness: tr("Brightness")
        case .gamma: tr("Gamma")
        case .saturation: tr("Saturation")
        }
    }

    /// Changes the delay of the sound within ±100 s. A longer one is a mistake.
    mutating func changeAudioDelay(by milliseconds: Int, at now: HostTime) -> [Effect] {
        let limit = MediaTime.seconds(100)
        let delay = (snapshot.audioDelay + .milliseconds(milliseconds)).clamped(to: (.zero - limit)...limit)
        let shown = delay.nanoseconds / 1_000_000
        message = Message(tr("Sound delay: %1 ms", "\(shown)"), at: now)
        return ask(.setAudioDelay(delay))
    }

    mutating func toggleSilence(at now: HostTime) -> [Effect] {
        guard snapshot.audioTrack != nil else {
            message = Message(tr("This item has no sound"), at: now)
            return []
        }
        let passes = !snapshot.passesSilence
        message = Message(passes ? tr("Speeding up silence") : tr("Playing silence at normal speed"), at: now)
        return ask(.setPassesSilence(passes))
    }

    /// Selects the next video track; after the last one, sound only. Without an audio rendition, that just hides the
    /// picture.
    mutating func cycleVideoTrack(at now: HostTime) -> [Effect] {
        let tracks = snapshot.tracks.filter { $0.isVideo && $0.isDecodable }
        let hasSound = snapshot.audioTrack != nil
        guard snapshot.advert == nil else {
            message = Message(tr("Not available during an ad"), at: now)
            return []
        }
        guard !tracks.isEmpty, hasSound || tracks.count > 1 else {
            message = Message(whenOpen(tr("No other video track")), at: now)
            return []
        }
        let next = tracks.firstIndex { $0.id == snapshot.videoTrack }.map { $0 + 1 } ?? 0
        let isOff = next == tracks.count && hasSound
        let track = isOff ? nil : tracks[next % tracks.count]
        guard let track else {
            message = Message(tr("Sound only"), at: now)
            return ask(.selectTrack(.video, id: nil))
        }
        let (number, count) = ("\(next % tracks.count + 1)", "\(tracks.count)")
        let name = SafeText.clean(track.title ?? "", limit: 60)
        message = Message(
            name.isEmpty
                ? tr("Video track %1 of %2", number, count) : tr("Video track %1 of %2: %3", number, count, name),
            at: now)
        return ask(.selectTrack(.video, id: track.id))
    }

    mutating func changeAngle(_ id: Int, at now: HostTime) -> [Effect] {
        guard id != snapshot.videoTrack, let track = snapshot.tracks.first(where: { $0.id == id }) else { return [] }
        message = Message(tr("Angle: %1", SafeText.clean(track.title ?? "\(id)", limit: 60)), at: now)
        return ask(.selectTrack(.video, id: id))
    }
}
