// JobControl: keeps the player playing while the shell's job is stopped.
//
// Must not know: playback and screens; it moves processes and terminals only.
//
// Begin with: `PlayerJob` (the front's side) and `FrontLink` (the player's side); docs/decisions/job-control.md.
