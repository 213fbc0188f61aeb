// Playback: the engine: one item after the other, from bytes to pictures and sound in step. `PlaybackEngine` is
// what others hold; `SessionLoop` is its thread; `ItemPipeline` the threads and queues of an item.
//
// Must not know: screens, playlists' formats, services, how bytes come.
//
// Begin with: ARCHITECTURE.md, "A frame"; then `PlaybackEngine`, `SessionLoop`, `PlaybackClock`, `PacketQueue`.
