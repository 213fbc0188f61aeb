// tvplay-recorder: records sound and pictures of one live class, for the class server that starts it.
//
// Must not know: rights, the chat server, ncurses, screens.
//
// Begin with: `RecorderProgram`.

import CPlatform

exit(RecorderProgram.run())
