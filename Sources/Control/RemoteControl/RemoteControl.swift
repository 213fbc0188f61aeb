// RemoteControl: the JSON socket and MPRIS: receives requests, sends answers, events and signals. Threads move bytes,
// the main loop answers.
//
// Must not know: screens.
//
// Begin with: `IPCService`, then `IPCServer` (the thread) and `MPRISService`.
