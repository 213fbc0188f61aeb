// ClassAccess: who may enter a live class: join codes, signatures of integrators, tokens that expire, and the ticket
// that whoever is admitted gets. Both sides: the class server makes tickets, the viewer asks for one.
//
// Must not know: XMPP, what happens in a class, where the class server keeps its codes. Secrets are never logged.
//
// Begin with: `JoinRequest` and `ClassTicket`, then `ClassAdmission`, which makes the one of the other.
