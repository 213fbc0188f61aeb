// Signalling: a connection to an XMPP server, and the protocols of rooms.
//
// Must not know: classes, their events and rules, and the use of messages.
//
// Begin with: `XMPPConnection` (one connection on its own thread), `RoomOccupancy` (the presence in a room). The other
// machines in `Rooms` are also values, which turn stanzas into stanzas and news. `ProsodyConfiguration` writes a
// server's files.
