// RemoteControl: the JSON socket and MPRIS: requests, answers, events, signals. Threads move bytes, the main loop
// answers.
//
// Must not know: screens.
//
// Begin with: `IPCService`, then `IPCServer` (the thread) and `MPRISService`.
