// Adverts: publishers' descriptions of adverts (VAST 2 to 4.2 and VMAP), which of an advert's files to play, when a
// break is due on the content's axis, and which servers to notify while an advert plays. Without input and output.
//
// Must not know: the network, players, screens. Nothing in a document is ever executed: interactive contents (VPAID,
// SIMID, scripts) are only recognised as present.
//
// Begin with: `AdvertDocument`, then `BreakSchedule` and `AdvertProgress`.
