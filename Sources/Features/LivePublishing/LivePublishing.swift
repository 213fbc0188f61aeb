// LivePublishing: one's own microphone and camera, sent in a live class, each in a stream of its own with the class's time.
//
// Must not know: XMPP, the screen. Where a stream goes is told by the ticket.
//
// Begin with: `SendingMachine` (a value: what is wished and allowed), `LiveSender` (one stream), then `LiveStudio`, which has them all.
