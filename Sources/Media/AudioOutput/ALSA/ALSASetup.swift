import CALSA
import PlayCore

struct ALSASetup {
    let format: SampleFormat
    let channelCount: Int
    let bufferFrames: Int
    let periodFrames: Int

    /// Negotiates the best of our formats. The rate must match exactly, if necessary by resampling inside ALSA.
    static func negotiate(_ handle: ALSAHandle, for wanted: AudioFormat, _ pace: AudioPace) throws(AudioError)
        -> ALSASetup
    {
        var last = AudioError(.noFormat, operation: "negotiate", text: "no common format", context: handle.name)
        for channels in channelCounts(handle, wanted.channelCount) {
            for format in SampleFormat.allCases {
                do {
                    return try configure(handle, format, channels: channels, rate: wanted.sampleRate, pace)
                } catch {
                    last = error
                }
            }
        }
        throw last
    }

    /// Returns the channel counts to try: for a `plug` only stereo, as it accepts any count but drops missing channels.
    private static func channelCounts(_ handle: ALSAHandle, _ wanted: Int) -> [Int] {
        let isPlug = snd_pcm_type(handle.pcm) == SND_PCM_TYPE_PLUG
        if wanted <= 2 { return wanted == 1 ? [1, 2] : [2, 1] }
        let takesMany = !isPlug && (wanted == 6 || wanted == 8)
        return takesMany ? [wanted, 2, 1] : [2, 1]
    }

    private static func configure(
        _ handle: ALSAHandle, _ format: SampleFormat, channels: Int, rate: Int, _ pace: AudioPace
    ) throws(AudioError) -> ALSASetup {
        let pcm = handle.pcm
        var hardware: OpaquePointer?
        snd_pcm_hw_params_malloc(&hardware)
        defer { snd_pcm_hw_params_free(hardware) }
        try handle.check(snd_pcm_hw_params_any(pcm, hardware), "snd_pcm_hw_params_any", .noDevice)
        try handle.check(
            snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "set_access")
        try handle.check(snd_pcm_hw_params_set_format(pcm, hardware, format.alsa), "set_format")
        try handle.check(snd_pcm_hw_params_set_channels(pcm, hardware, UInt32(channels)), "set_channels")
        try handle.check(snd_pcm_hw_params_set_rate_resample(pcm, hardware, 1), "set_rate_resample")
        try handle.check(snd_pcm_hw_params_set_rate(pcm, hardware, UInt32(rate), 0), "set_rate")
        var period = UInt32(pace.period.nanoseconds / 1000)
        var buffer = UInt32(pace.buffer.nanoseconds / 1000)
        // Only preferences: the device may choose other values.
        snd_pcm_hw_params_set_buffer_time_near(pcm, hardware, &buffer, nil)
        snd_pcm_hw_params_set_period_time_near(pcm, hardware, &period, nil)
        try handle.check(snd_pcm_hw_params(pcm, hardware), "snd_pcm_hw_params")
        var bufferFrames: snd_pcm_uframes_t = 0
        var periodFrames: snd_pcm_uframes_t = 0
        try handle.check(snd_pcm_get_params(pcm, &bufferFrames, &periodFrames), "snd_pcm_get_params")
        try setSoftware(handle, periodFrames: periodFrames)
        return ALSASetup(
            format: format, channelCount: channels, bufferFrames: max(1, Int(bufferFrames)),
            periodFrames: max(1, Int(periodFrames)))
    }

    /// Makes the device start on request only. By default it would start with the first full buffer.
    private static func setSoftware(_ handle: ALSAHandle, periodFrames: snd_pcm_uframes_t) throws(AudioError) {
        var software: OpaquePointer?
        snd_pcm_sw_params_malloc(&software)
        defer { snd_pcm_sw_params_free(software) }
        try handle.check(snd_pcm_sw_params_current(handle.pcm, software), "snd_pcm_sw_params_current")
        var boundary: snd_pcm_uframes_t = 0
        try handle.check(snd_pcm_sw_params_get_boundary(software, &boundary), "get_boundary")
        try handle.check(
            snd_pcm_sw_params_set_start_threshold(handle.pcm, software, boundary), "set_start_threshold")
        try handle.check(snd_pcm_sw_params_set_avail_min(handle.pcm, software, periodFrames), "set_avail_min")
        try handle.check(snd_pcm_sw_params(handle.pcm, software), "snd_pcm_sw_params")
    }
}

extension SampleFormat {
    /// Little-endian, like all supported machines.
    fileprivate var alsa: snd_pcm_format_t {
        switch self {
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        case .int32: SND_PCM_FORMAT_S32_LE
        case .int16: SND_PCM_FORMAT_S16_LE
        }
    }
}
