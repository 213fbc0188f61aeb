// ClassScreen: joins classes with the player and its screen: the command line's class, the list that it plays, and the
// sources of the main loop for its view, its pages, its videos and the viewer's own devices.
//
// Must not hold rules of a class: these belong in ClassRules and Classes.
//
// Begin with `ClassScreenSource`, then `Player+Class`.
