// StreamJoining: one playable file of the segments of a stream on the disk, decoded by nobody.
//
// Must not know: the daemon that wants it, and whether anybody waits.
//
// Begin with: `JoinProgram`, then `StreamJoiner`.
