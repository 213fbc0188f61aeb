// tvplay: the front: answers quick commands without FFmpeg, becomes `tvplay-player`, or stays as its parent.
//
// Must not know: FFmpeg, screens.
//
// Begin with: `FrontProgram`.

import CPlatform

exit(FrontProgram.run())
