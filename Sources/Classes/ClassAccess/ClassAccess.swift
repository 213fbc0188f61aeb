// ClassAccess: admission to live classes: join codes, signatures of integrators, expiring tokens, and tickets. Both
// sides: the class server issues tickets, the viewer requests one.
//
// Must not know: XMPP, what happens in a class, where the class server stores its codes. Secrets are never logged.
//
// Begin with: `JoinRequest` and `ClassTicket`, then `ClassAdmission`, which turns requests into tickets.
