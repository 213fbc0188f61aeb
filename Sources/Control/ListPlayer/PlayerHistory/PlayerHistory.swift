// PlayerHistory: remembers what is played, and begins items where they were left.
//
// Joins History's tables and rules with the player's sessions. History itself stays without the player, for quick
// commands that must not load FFmpeg.
//
// Begin at PlayerMemory.
