import Cells
import PlayCore
import PlaybackModel
import ScreenKit

extension AppState {
    mutating func setRate(_ rate: PlaybackRate, at now: HostTime) -> [Effect] {
        // Snaps to 1, because ten steps up and down end only near it.
        let rate = abs(rate.value - 1) < 0.005 ? .normal : rate
        message = Message(tr("Speed %1", TimeText.rate(rate) + (terminal.isASCII ? "x" : "×")), at: now)
        return ask(.setRate(rate))
    }

    mutating func setVolume(_ volume: Int, at now: HostTime) -> [Effect] {
        let volume = min(max(0, volume), 130)
        message = Message(tr("Volume %1%%", String(volume)), at: now)
        return ask(.setVolume(volume))
    }

    mutating func toggleMute(at now: HostTime) -> [Effect] {
        let isMuted = !snapshot.isMuted
        message = Message(isMuted ? tr("Muted") : tr("Unmuted"), at: now)
        return ask(.setMuted(isMuted))
    }

    mutating func cycleChannels(at now: HostTime) -> [Effect] {
        let next: ChannelOutput
        switch snapshot.channelOutput {
        case .both:
            next = .left
            message = Message(tr("Channels: left on both sides"), at: now)
        case .left:
            next = .right
            message = Message(tr("Channels: right on both sides"), at: now)
        case .right:
            next = .both
            message = Message(tr("Channels: both"), at: now)
        }
        return ask(.setChannelOutput(next))
    }

    mutating func cycleAudioTrack(_ step: Int = 1, at now: HostTime) -> [Effect] {
        let tracks = snapshot.tracks.filter { $0.isAudio && $0.isDecodable }
        guard tracks.count > 1 else {
            message = Message(whenOpen(tr("No other audio track")), at: now)
            return []
        }
        let current = tracks.firstIndex { $0.id == snapshot.audioTrack } ?? (step > 0 ? -1 : 0)
        let index = (current + step + tracks.count) % tracks.count
        let track = tracks[index]
        let names = [track.title, track.language.map(LanguageName.of)]
        let name = names.compactMap { $0 }.first { !$0.isEmpty } ?? track.codec
        let shown = track.purpose.naming(SafeText.clean(name, limit: 60))
        message = Message(tr("Audio track %1 of %2: %3", "\(index + 1)", "\(tracks.count)", shown), at: now)
        return ask(.selectTrack(.audio, id: track.id))
    }

    mutating func toggleLoopFile(at now: HostTime) -> [Effect] {
        let count = snapshot.loopFile == 0 ? nil : 0
        message = Message(count == nil ? tr("Loop on") : tr("Loop off"), at: now)
        return ask(.setLoopFile(count))
    }

    mutating func cycleScaling(at now: HostTime) -> [Effect] {
        let next: ScalingMode
        switch snapshot.scalingMode {
        case .aspectFit:
            next = .aspectFill
            message = Message(tr("Scaling: fill (cropped)"), at: now)
        case .aspectFill:
            next = .fill
            message = Message(tr("Scaling: stretch"), at: now)
        case .fill:
            next = .aspectFit
            message = Message(tr("Scaling: fit"), at: now)
        }
        return ask(.setScalingMode(next))
    }
}
