// ClassWire: converts events, wishes and chat of live classes to XMPP elements and back. Events are numbered.
//
// Must not know: connections, files, screens.
//
// Begin with: `NumberedEvent`, `EventChain`.
