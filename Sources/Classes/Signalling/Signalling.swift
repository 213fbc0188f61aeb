// Signalling: a connection to an XMPP server, and the protocols of rooms, with values as inputs and outputs.
//
// Must not know: classes, their events and rules, and the use of messages.
//
// Begin with: `XMPPConnection` (one connection on its own thread), `RoomOccupancy` (being in a room). The other
// machines in `Rooms` are values, too, which turn news into stanzas and news. `ProsodyConfiguration` writes a server's
// files.
