// PlayerServices: asks services about the items of the list, plays their answers, and reports playback to them.
//
// Joins Catalogue with sources and sessions. Must not know the options or a screen, which uses ServiceState of
// Catalogue instead.
//
// Begin at ServiceSessionProvider, then FoundItem and Services.
