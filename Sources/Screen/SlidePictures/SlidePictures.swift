// SlidePictures: pages of a class as cells: their picture, what is drawn on them, the pointer.
//
// A `SlidePage` (Rooms) says what there is; `SlideGrid` where it lies in the pane, `SlideCanvas` draws it into pixels,
// `SlideRasterizer` makes cells of those, `SlideWorker` does so on a thread of its own.
//
// It knows nothing of files, addresses and picture formats: a `PageImageReading` reads.
