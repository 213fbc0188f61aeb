// PlayerServices: asks services about the items of the list, plays their answers, and reports playback to them.
//
// Joins Catalogue with sources and sessions. Must not know the options or a screen: the screen's view of a service
// (ServiceState) is a value of Catalogue.
//
// Begin at ServiceSessionProvider, then FoundItem and Services.
