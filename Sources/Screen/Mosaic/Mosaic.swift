// Mosaic: pixels to cells or graphics: symbols, palettes, dithering, sixel, kitty.
//
// Must not know: players, terminals' states.
//
// Begin with: `MosaicVideoSink`, then `MosaicRenderer`.
