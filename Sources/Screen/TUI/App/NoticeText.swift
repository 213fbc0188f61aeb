import PlayCore
package import PlaybackModel
package import ScreenKit

extension PlaybackNotice {
    /// Whether it is the same for every item that plays until the sound is back.
    var isAboutSilence: Bool {
        switch self {
        case .noSoundDevice, .soundDeviceLost, .soundUnheard: true
        default: false
        }
    }

    /// Whether the notice names its item and stays when the next one starts.
    var outlivesItem: Bool { if case .endedEarly = self { true } else { false } }

    /// The text for the viewer, already cleaned.
    package var message: (text: String, kind: Message.Kind) {
        func clean(_ text: String) -> String { SafeText.clean(text, limit: 200) }
        switch self {
        case .noSoundDevice:
            return (tr("No sound device: playing without sound (see tvplay --audio-device=help)"), .warning)
        case .soundDeviceLost(let name):
            return (tr("Sound device %1 was disconnected: playing without sound", clean(name)), .warning)
        case .soundUnheard(let reason):
            return (tr("Playing without sound: %1", clean(reason)), .warning)
        case .soundHeard: return (tr("The sound is back"), .info)
        case .soundDeviceBack(let name): return (tr("Sound device %1 is back", clean(name)), .info)
        case .switchedToSoftwareDecoder(let device, let reason):
            return (
                tr("Hardware decoding (%1) failed: %2. Decoding in software.", clean(device), clean(reason)), .warning
            )
        case .switchedToSpareStream(let device, let reason):
            return (tr("%1 cannot decode H.265 (%2): playing the H.264 stream", clean(device), clean(reason)), .warning)
        case .trackSkipped(let kind, let codec):
            switch kind {
            case .video: return (tr("Cannot decode the video (%1)", clean(codec)), .error)
            case .audio: return (tr("Cannot decode the audio (%1)", clean(codec)), .error)
            case .subtitle: return (tr("Cannot decode the subtitles (%1)", clean(codec)), .warning)
            }
        case .damaged(let reason): return (tr("The file is damaged: %1", clean(reason)), .warning)
        case .unencrypted:
            return (tr("The server redirects from https to http: the connection is not encrypted"), .warning)
        case .readFailed(let reason): return (tr("Cannot continue reading: %1", clean(reason)), .error)
        case .clipFailed(let reason):
            return (tr("Cannot play the intro or outro: %1", clean(reason)), .warning)
        case .soundFilterFailed(let reason):
            return (tr("Playing without the audio filters: %1", clean(reason)), .warning)
        case .externalSoundFailed(let name, let reason):
            return (tr("Playing without the audio of %1: %2", clean(name), clean(reason)), .warning)
        case .previewEnded: return (tr("The preview has ended"), .warning)
        case .followed: return (tr("The file is still being written: its length grows"), .info)
        case .leftLiveWindow:
            return (tr("This part of the live stream is gone: playing from the oldest available point"), .warning)
        case .catchingUp(let rate):
            return (tr("Behind the live edge: catching up at %1 times the speed", TimeText.rate(rate)), .info)
        case .caughtUp(let distance):
            return (tr("Behind the live edge: skipped %1", TimeText.format(distance)), .info)
        case .atLiveEdge: return (tr("Already at the live edge"), .info)
        case .slowedAtLiveEdge: return (tr("At the live edge: normal speed"), .info)
        case .pictureNotCarried:
            return (tr("The network is too slow for pictures: playing only the sound"), .warning)
        case .pictureCarried: return (tr("The network is fast enough for pictures again"), .info)
        case .angleFailed(let name):
            return (tr("Cannot load the angle %1: playing the default angle", clean(name)), .warning)
        case .endedEarly(let end):
            let name = end.item.split(separator: "/").last.map(String.init) ?? end.item
            return (tr("%1: %2", SafeText.clean(name, limit: 80), end.words), .warning)
        case .entered(let region): return (region.name, .info)
        case .regionsUnread(let words): return (clean(words), .warning)
        case .startBehindEnd:
            return (tr("The start is behind the end of this item: playing from the beginning"), .warning)
        case .cannotSeek: return (tr("This item is not seekable"), .info)
        }
    }
}
