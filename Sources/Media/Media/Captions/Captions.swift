// Captions: CEA-608 captions inside coded pictures: finding their bytes, separating their channels, and placing a
// channel's text. Without input and output.
//
// Must not know: decoders, packets, subtitles.
//
// Begin with: `CaptionCarrier`, then `CaptionChannels` and `CaptionText`.
