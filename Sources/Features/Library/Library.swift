// Library: folders of films as a person browses them: what is in them, in natural order, how long it is, and where
// typed or dropped text leads.
//
// Must not know: screens, FFmpeg. Lengths and classes are found out by what its owner passes in.
//
// Begin with: `FolderListing`, then `FolderView` and `LibraryReader`.
