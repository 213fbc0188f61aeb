// Rooms: classes: their events, the state at a position, the chat, view models and tvplay's class package. Does no I/O
// apart from one reader thread. "Room" means class here and everywhere.
//
// Must not know: screens, players and the formats of other programs. Bytes come through `RoomFiles`.
//
// Begin with: `RoomEvent`, `RoomLog` (state at a position), `RoomSession` (follows the clock), `ChatStore`;
// docs/decisions/reduce-classes-from-event-logs.md.
