// ClassRules: what may be done in a live class, by whom and when, and what comes of it: one machine for the keeper, which
// decides, and for the clients, which offer and explain. Pure: the time is told.
//
// Must not know: XML, connections, media servers, screens.
//
// Begin with: `ClassMachine`, `ClassWish`, `ClassAction`, `ClassError`; docs/decisions/judge-live-classes-by-one-machine.md.
