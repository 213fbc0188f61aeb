// Captions: CEA-608 captions inside coded pictures: where their bytes are, which channel they belong to, and where the
// text of a channel stands. Pure.
//
// Must not know: decoders, packets, subtitles.
//
// Begin with: `CaptionCarrier`, then `CaptionChannels` and `CaptionText`.
