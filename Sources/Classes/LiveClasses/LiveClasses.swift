// LiveClasses: attends live classes: enters, follows, acts, chats, and reconnects.
//
// Must not know: screens, files of the viewer, how keepers decide.
//
// Begin with: `LiveClass` (the thread), `LiveMachine` (the logic).
