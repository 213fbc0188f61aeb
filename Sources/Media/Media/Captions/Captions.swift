// Captions: CEA-608 captions inside coded pictures: their bytes, their channels, and the places of their text, without
// I/O.
//
// Must not know: decoders, packets, subtitles.
//
// Begin with: `CaptionCarrier`, then `CaptionChannels` and `CaptionText`.
