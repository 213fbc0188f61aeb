// Signalling: a connection to an XMPP server, and what is said over it in rooms: values in, values out.
//
// Must not know: classes, their events and rules, and what a program makes of a message.
//
// Begin with: `XMPPConnection` (one connection on a thread of its own), `RoomOccupancy` (being in a room); the other
// machines in `Rooms` are values, too: news in, stanzas and news out. `ProsodyConfiguration` writes what a server needs.
