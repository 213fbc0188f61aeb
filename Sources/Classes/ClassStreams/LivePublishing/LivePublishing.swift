// LivePublishing: sends the viewer's microphone and camera in a live class, each as a stream with the class's time.
//
// Must not know: XMPP, the screen. The ticket says where streams go.
//
// Begin with: `SendingMachine` (a value: what is wanted and allowed), `LiveSender` (one stream), then `LiveStudio`,
// which contains them all.
