// tvplay-downloads: the daemon of downloads, put together.
//
// Must not know: FFmpeg, ncurses.
//
// Begin with: `DaemonProgram`.

import CPlatform

exit(DaemonProgram.run())
