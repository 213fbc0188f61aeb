// tvplay-player: the composition root of the player: parses, puts the parts together, runs the loop, closes.
//
// Must not hold logic that needs a test: such logic belongs in a target.
//
// Begin with: `PlayerProgram`, then `PlayerSetUp` and `Composition`.

import CPlatform
import PlayCore
import PlayerScreen
import Preparation

let arguments = ByteText.commandLine
let status =
    JoinProgram.run(arguments) ?? AheadProgram.run(arguments) ?? SoundDeviceProcess.run(arguments)
    ?? PlayerProgram.run()
exit(PlayerProgram.flushed(status))
