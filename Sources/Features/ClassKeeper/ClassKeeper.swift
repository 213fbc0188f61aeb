// ClassKeeper: keeps live classes: decides by the rules, numbers and stores events, answers acts and joins.
//
// Must not know: screens, the player.
//
// Begin with: `Keeper`, which has a thread; what it decides is in `KeeperRoom`, and `KeptClass` within it, which have none.
