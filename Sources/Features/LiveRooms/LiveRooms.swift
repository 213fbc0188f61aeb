// LiveRooms: attends live classes: entering, following, acting, chatting, coming back after a cut.
//
// Must not know: screens, files of the viewer, how keepers decide.
//
// Begin with: `LiveClass` (its thread), `LiveMachine` (what it does).
