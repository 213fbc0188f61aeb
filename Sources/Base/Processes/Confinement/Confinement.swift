// Confinement: limits a process by the kernel: the files that it may still open (Landlock), the system calls that it
// may still make (seccomp), and its memory.
//
// Must not know: what the process is for.
//
// Begin with: `WallPlan`, then `Walls`. `SystemCallTable` lists the refused calls with reasons.
