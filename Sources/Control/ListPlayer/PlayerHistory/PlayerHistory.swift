// PlayerHistory: remembers what is played, and resumes items.
//
// Joins History's tables and rules with the player's sessions. History does not depend on the player, because quick
// commands must not load FFmpeg.
//
// Begin at PlayerMemory.
