// ClassStreams: playing (LivePlaying), sending (LivePublishing) and recording (ClassRecording) of a live class's sound
// and pictures.
//
// Must not know: XMPP, the screen. Tickets contain the addresses of streams.
//
// Begin with: `LivePlayer`, `LiveStudio` and `ClassRecorder`, which contain everything else.
