// Lists: the items to play, their order, and changes to both during playback.
//
// Must not know: the player, the options or a screen. An entry keeps its options; lists read only those that change
// its video (EntryOptions). All types are values, except ListLoader, which reads on its own thread.
//
// Begin with: LiveList, then PlayOrder.
