// tvplay-keeper: runs live classes; puts the parts together.
//
// Must not know: FFmpeg, ncurses, screens.
//
// Begin with: `KeeperProgram`.

import CPlatform

exit(KeeperProgram.run())
