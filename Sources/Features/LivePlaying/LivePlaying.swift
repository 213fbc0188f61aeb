// LivePlaying: what others send in a live class, heard and seen: one mixed sound of all who speak, pictures by choice.
//
// Must not know: XMPP, the screen. Who sends what is told by the class's state, where it comes from by the ticket.
//
// Begin with: `SoundMixer` (a value), `LiveReceiver` (one stream), then `LivePlayer`, which has them all.
