// Media: FFmpeg behind owning types: bytes to packets to frames, scaling, resampling, stretching.
//
// Must not know: sessions, clocks, policy. No C name leaves the folder FFmpeg.
//
// Begin with: `Demuxer`, then `VideoDecoder` and `Scaler`.
