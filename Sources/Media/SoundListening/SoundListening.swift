// SoundListening: sound that a player elsewhere sends, heard here; and the encoder with which a player sends it.
//
// Must not know: how the player's connection comes about, the player itself.
//
// Begin with: `SoundListener` (the loop), then `ListenerSession` (what a player may say) and `Ear` (what is heard).
