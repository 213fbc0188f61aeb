// Kiosk: what `tvplay kiosk` knows without a screen: what strangers may do, who they are, what is kept of them, how many
// come in, and what sshd has to be told.
//
// Must not know: FFmpeg, screens.
//
// Begin with: `KioskRules`, then `KioskHouse`.
