// PlayerServices: asks services about the items of the list, plays what they answer, and tells them what was played.
//
// Joins Catalogue with sources and sessions. Must not know the options or a screen: what a screen shows of a service
// (ServiceState) is a value of Catalogue.
//
// Begin at ServiceSessionProvider, then FoundItem and Services.
