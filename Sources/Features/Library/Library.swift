// Library: folders of films: contents in natural order, lengths, and the targets of typed or dropped text.
//
// Must not know: screens, FFmpeg. The owner supplies the functions that determine lengths and classes.
//
// Begin with: `FolderListing`, then `FolderView` and `LibraryReader`.
