// Adverts: publishers' descriptions of adverts (VAST 2 to 4.2 and VMAP), which of an advert's files to play, when a
// break is due on the content's axis, and which servers to notify while an advert plays. Without I/O.
//
// Must not know: the network, players, screens. It never executes anything in a document: it only detects interactive
// contents (VPAID, SIMID, scripts).
//
// Begin with: `AdvertDocument`, then `BreakSchedule` and `AdvertProgress`.
