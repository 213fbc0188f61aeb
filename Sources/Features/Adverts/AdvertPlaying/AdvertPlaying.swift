// AdvertPlaying: plays adverts from publishers' servers in place of the content, and reports to their trackers.
//
// Must not know: screens, options, lists. It fetches only addresses that a document names, executes nothing in a
// document, and after any failure plays the content within two seconds.
//
// Begin with: `AdvertProvider`, then `AdvertRun`.
