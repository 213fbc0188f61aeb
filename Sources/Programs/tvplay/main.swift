// tvplay: the front: answers quick commands without FFmpeg, becomes `tvplay-player` for the rest, or stands in for
// it.
//
// Must not know: FFmpeg, screens.
//
// Begin with: `FrontProgram`.

import CPlatform

exit(FrontProgram.run())
