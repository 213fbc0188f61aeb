// Lists: what is to be played, in order, and how that changes while it plays.
//
// Must not know the player, the options or a screen: an entry keeps what it is played with, and lists look at nothing
// of it but what changes its video (EntryOptions). Values but for ListLoader, which reads on a thread of its own.
//
// Begin at LiveList, then PlayOrder.
