// Classes: the events of a class, the state at a position, the chat, view models and tvplay's class package. Does no I/O
// apart from one reader thread.
//
// Must not know: screens, players and the formats of other programs. Bytes come through `ClassFiles`.
//
// Begin with: `ClassEvent`, `ClassLog` (state at a position), `ClassSession` (follows the clock), `ChatStore`;
// docs/decisions/reduce-classes-from-event-logs.md.
