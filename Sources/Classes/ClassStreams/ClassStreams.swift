// ClassStreams: sound and pictures of a live class: played (LivePlaying), sent (LivePublishing) and recorded
// (ClassRecording).
//
// Must not know: XMPP, the screen. Tickets say where streams go and from where they come.
//
// Begin with: `LivePlayer`, `LiveStudio` and `ClassRecorder`, which contain all the rest.
