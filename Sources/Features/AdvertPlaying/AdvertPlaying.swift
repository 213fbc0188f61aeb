// AdvertPlaying: adverts as publishers' servers send them, made into items that play in place of the content, and what
// is told to whom of them.
//
// Must not know: screens, options, lists. Nothing is fetched that a document does not name, nothing of a document is
// run, and whatever fails leads to the content within two seconds.
//
// Begin with: `AdvertProvider`, then `AdvertRun`.
