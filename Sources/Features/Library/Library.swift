// Library: folders of films for browsing: contents in natural order, lengths of films, and the targets of typed or
// dropped text.
//
// Must not know: screens, FFmpeg. The owner supplies the functions that determine lengths and classes.
//
// Begin with: `FolderListing`, then `FolderView` and `LibraryReader`.
