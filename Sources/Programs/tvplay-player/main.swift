// tvplay-player: the composition root of the player: parses, puts the parts together, runs the loop, closes.
//
// Must not hold logic that a test would want: that belongs into a target.
//
// Begin with: `PlayerProgram`, then `PlayerSetUp` and `Composition`.

import CPlatform
import PlayCore
import StreamJoining

exit(JoinProgram.run(ByteText.commandLine) ?? AheadProgram.run(ByteText.commandLine) ?? PlayerProgram.run())
