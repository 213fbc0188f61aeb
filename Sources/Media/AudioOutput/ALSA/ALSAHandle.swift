import CALSA
import CPlatform
import PlayCore

/// Owns an open, non-blocking `snd_pcm_t` for playback. One thread at a time.
final class ALSAHandle {
    let pcm: OpaquePointer
    let name: String

    init(opening name: String) throws(AudioError) {
        ALSAErrors.silence()
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        guard result >= 0, let opened else {
            throw ALSAErrors.error(result == -EBUSY ? .busy : .noDevice, "snd_pcm_open", result, name)
        }
        pcm = opened
        self.name = name
    }

    deinit { snd_pcm_close(pcm) }

    func check(_ result: Int32, _ operation: String, _ code: AudioError.Code = .noFormat) throws(AudioError) {
        if result < 0 { throw ALSAErrors.error(code, operation, result, name) }
    }
}

package enum ALSAErrors {
    /// Silences the library for the whole process: it would write to standard error, over the picture.
    package static func silence() { _ = silenced }
    private static let silenced: Void = tv_alsa_silence_errors()

    static func error(_ code: AudioError.Code, _ operation: String, _ number: Int32, _ name: String) -> AudioError {
        let text = snd_strerror(number).map { String(cString: $0) } ?? "error \(number)"
        return AudioError(code, operation: operation, number: number, text: text, context: name)
    }
}
