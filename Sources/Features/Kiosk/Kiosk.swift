// Kiosk: the parts of `tvplay kiosk` that need no screen, which are the rules for public viewers, their identities and
// files, the limits of sessions, and the configuration of sshd.
//
// Must not know: FFmpeg, screens.
//
// Begin with: `KioskRules`, then `KioskHouse`.
