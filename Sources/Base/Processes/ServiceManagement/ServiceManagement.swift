// ServiceManagement: a service's side of systemd, by environment and sockets, without libsystemd.
//
// Must not know: what the service does.
//
// Begin with: `ServiceManager` (sd_notify(3)) and `InheritedSocket` (sd_listen_fds(3)).
