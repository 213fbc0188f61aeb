// Library: folders of films for browsing, with their contents in natural order, the lengths of films, and the targets
// of typed or dropped text.
//
// Must not know: screens, FFmpeg. The owner passes in the functions that determine lengths and classes.
//
// Begin with: `FolderListing`, then `FolderView` and `LibraryReader`.
