// tvplay-keeper: keeps live classes, put together.
//
// Must not know: FFmpeg, ncurses, screens.
//
// Begin with: `KeeperProgram`.

import CPlatform

exit(KeeperProgram.run())
