// SoundListening: plays sound that a remote player sends, and contains the encoder with which a player sends it.
//
// Must not know: how the player's connection is made, the player itself.
//
// Begin with: `SoundListener` (the loop), then `ListenerSession` (the allowed messages) and `Ear` (the sound output).
