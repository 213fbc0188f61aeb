// SecureShell: command lines of OpenSSH, scripts for the other machine, and its description.
//
// Must not know: sound, players. The caller decides what runs there.
//
// Begin with: `SSHLines`, then `SSHConnection`, which runs them.
