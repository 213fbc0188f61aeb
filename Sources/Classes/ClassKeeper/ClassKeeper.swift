// ClassKeeper: runs live classes. The keeper decides by the rules, numbers and stores events, and answers acts and
// joins.
//
// Must not know: screens, the player.
//
// Begin with: `Keeper`, which has a thread. `KeeperRoom` and the `KeptClass` within it decide and have no thread.
