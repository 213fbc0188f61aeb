// PlaybackModel: the engine's public state: snapshot, commands, status, notices, events. Values only, no FFmpeg.
//
// Must not know: how anything is played.
//
// Begin with: `PlaybackSnapshot` and `PlaybackCommand`.
