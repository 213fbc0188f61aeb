// ClassWire: live classes on the wire of XMPP: numbered events, wishes and chat as elements and back.
//
// Must not know: connections, files, screens.
//
// Begin with: `NumberedEvent`, `EventChain`.
