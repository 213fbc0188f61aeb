// Kiosk: the parts of `tvplay kiosk` that need no screen: rules for public viewers, their identities and files, limits
// of sessions, and the configuration of sshd.
//
// Must not know: FFmpeg, screens.
//
// Begin with: `KioskRules`, then `KioskHouse`.
