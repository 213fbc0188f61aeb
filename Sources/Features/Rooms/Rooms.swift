// Rooms: Classes: events, what is the case at a position, the chat, view models, tvplay's class package. Pure but
// for one reader thread. "Room" means class here and everywhere.
//
// Must not know: screens, players, other programs' formats. Bytes come through `RoomFiles`.
//
// Begin with: `RoomEvent`, `RoomLog` (state at a position), `RoomSession` (following the clock), `ChatStore`;
// docs/decisions/reduce-classes-from-event-logs.md.
