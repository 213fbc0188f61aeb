// tvplay-downloads: the downloads daemon; puts the parts together.
//
// Must not know: FFmpeg, ncurses.
//
// Begin with: `DaemonProgram`.

import CPlatform

exit(DaemonProgram.run())
