// SlidePictures: pages of a class as cells: their picture, the drawings on them, the pointer.
//
// A `SlidePage` (Classes) describes the page. `SlideGrid` places it in the pane, `SlideCanvas` draws it into pixels,
// `SlideRasterizer` makes cells of these, and `SlideWorker` does so on a thread of its own.
//
// Must not know: files, addresses, picture formats; a `PageImageReading` reads.
