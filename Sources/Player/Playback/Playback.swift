// Playback: the engine, from bytes to synchronous pictures and sound, one item after the other. `PlaybackEngine` is its
// interface, `SessionLoop` its thread; `ItemPipeline` owns the threads and queues of an item.
//
// Must not know: screens, playlists' formats, services, how bytes arrive.
//
// Begin with: ARCHITECTURE.md, "A frame"; then `PlaybackEngine`, `SessionLoop`, `PlaybackClock`, `PacketQueue`.
