// ListPlayer: plays a list: its entries, the current item, the results of services, and commands for the list.
//
// Must not know: screens, sockets, terminals. Code that shows or controls the list uses `Player` through
// `PlayerControl` and `PlaylistControl`.
//
// Begin with: `Player`, then Player+Commands.
