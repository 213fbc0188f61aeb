// ClassRules: the rules of a live class: who may do what and when, and its effects. One machine serves the keeper,
// which decides, and the clients, which offer and explain. Pure: the time is a parameter.
//
// Must not know: XML, connections, media servers, screens.
//
// Begin with: `ClassMachine`, `ClassWish`, `ClassAction`, `ClassError`; docs/decisions/judge-live-classes-by-one-machine.md.
