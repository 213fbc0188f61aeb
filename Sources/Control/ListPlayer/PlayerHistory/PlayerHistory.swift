// PlayerHistory: remembers what is played, and resumes items.
//
// Joins History's tables and rules with the player's sessions. History itself does not depend on the player, for
// quick commands that must not load FFmpeg.
//
// Begin at PlayerMemory.
