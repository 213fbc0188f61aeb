// Playback: the engine: one item after the other, from bytes to synchronous pictures and sound. `PlaybackEngine` is its
// interface; `SessionLoop` is its thread; `ItemPipeline` has the threads and queues of an item.
//
// Must not know: screens, playlists' formats, services, how bytes arrive.
//
// Begin with: ARCHITECTURE.md, "A frame"; then `PlaybackEngine`, `SessionLoop`, `PlaybackClock`, `PacketQueue`.
