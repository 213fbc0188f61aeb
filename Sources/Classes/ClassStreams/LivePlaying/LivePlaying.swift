// LivePlaying: plays the streams of a live class: one mixed sound of all speakers, and the chosen pictures.
//
// Must not know: XMPP, the screen. The class's state says who sends, the ticket from where.
//
// Begin with: `SoundMixer` (a value), `LiveReceiver` (one stream), then `LivePlayer`, which contains them all.
