// ClassRules: the rules of a live class: who may do what and when, and the effects. One machine serves the keeper,
// which decides, and the clients, which offer and explain. No I/O or clocks: the time is a parameter.
//
// Must not know: XML, connections, media servers, screens.
//
// Begin with: `ClassMachine`, `ClassWish`, `ClassAction`, `ClassError`;
// docs/decisions/judge-live-classes-by-one-machine.md.
