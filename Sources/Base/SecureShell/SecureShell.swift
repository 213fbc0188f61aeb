// SecureShell: command lines of OpenSSH, what runs on the other machine, and what is told of it.
//
// Must not know: sound, players. Whoever calls says what runs there.
//
// Begin with: `SSHLines` (a value), then `SSHConnection`, which runs them.
