// tvplay-downloads: the downloads daemon, put together.
//
// Must not know: FFmpeg, ncurses.
//
// Begin with: `DaemonProgram`.

import CPlatform

exit(DaemonProgram.run())
