// ListPlayer: plays a list: what is in it, what of it plays, what services find for it, and what commands make of it.
//
// Must not know: screens, sockets, terminals. Whoever shows or controls it asks `Player` through `PlayerControl` and
// `PlaylistControl`.
//
// Begin with: `Player`, then Player+Commands.
