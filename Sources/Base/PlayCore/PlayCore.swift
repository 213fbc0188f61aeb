// PlayCore: the vocabulary that all other targets share: media time and host time, formats of sound and pictures,
// byte sources, sinks, threads and queues, errors, the log.
//
// Must not know: FFmpeg, curl, terminals, files of the user. It blocks only where a caller's thread may block.
//
// Begin with: `ClockReading` for time, `ByteSource` and `CancelToken` for bytes, `Monitor`, `WorkerThread`.
