// Adverts: what publishers' servers say of adverts: VAST 2 to 4.2 and VMAP, which of an advert's files to play, when a
// break is due on the content's axis, and what is to be told to whom while an advert plays. Pure.
//
// Must not know: the network, players, screens. Nothing of a document is ever run: of what is no file to be played
// (VPAID, SIMID, scripts) it is only known that it is there.
//
// Begin with: `AdvertDocument`, then `BreakSchedule` and `AdvertProgress`.
