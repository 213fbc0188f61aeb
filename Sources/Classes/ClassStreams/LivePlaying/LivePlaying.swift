// LivePlaying: plays the streams of a live class: the mixed sound of all speakers, and the chosen pictures.
//
// Must not know: XMPP, the screen. The class's state contains the senders, the ticket the servers.
//
// Begin with: `SoundMixer` (a value), `LiveReceiver` (one stream), then `LivePlayer`, which contains them all.
