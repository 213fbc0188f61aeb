// AdvertPlaying: plays adverts from publishers' servers in place of the content, and reports to their trackers.
//
// Must not know: screens, options, lists. Only addresses that a document names are fetched, nothing in a document is
// executed, and after any failure the content plays within two seconds.
//
// Begin with: `AdvertProvider`, then `AdvertRun`.
