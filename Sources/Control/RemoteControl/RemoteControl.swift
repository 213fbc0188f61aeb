// RemoteControl: the JSON socket and MPRIS: requests in; answers, events and signals out. Threads move bytes, the
// main loop answers.
//
// Must not know: screens.
//
// Begin with: `IPCService`, then `IPCServer` (the thread) and `MPRISService`.
