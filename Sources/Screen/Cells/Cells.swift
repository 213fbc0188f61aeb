// Cells: the screen as cells: buffer, styles, keys, and the encoder that weighs a frame's errors against its bytes.
//
// Must not know: terminals, players. `TerminalBackend` is what a terminal must offer.
//
// Begin with: `CellBuffer`, `FrameEncoder`, then `PictureCoder`; docs/decisions/rate-distortion.md.
