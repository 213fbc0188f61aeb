// StreamJoining: writes the segments of a stream on the disk into one playable file, without decoding.
//
// Must not know: the daemon that requests it.
//
// Begin with: `JoinProgram`, then `StreamJoiner`.
