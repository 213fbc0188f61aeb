// Captions: CEA-608 captions inside coded pictures: finds their bytes, separates their channels, and places a channel's
// text, without I/O.
//
// Must not know: decoders, packets, subtitles.
//
// Begin with: `CaptionCarrier`, then `CaptionChannels` and `CaptionText`.
