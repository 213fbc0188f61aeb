// LivePublishing: sends the viewer's microphone and camera in a live class, each as a stream with the class's time.
//
// Must not know: XMPP, the screen. The ticket contains the servers.
//
// Begin with: `SendingMachine` (a value: wanted and allowed devices), `LiveSender` (one stream), then `LiveStudio`,
// which contains them all.
