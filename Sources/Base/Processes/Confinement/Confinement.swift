// Confinement: the kernel's wall around a process: which files it may still open (Landlock), which system calls it may
// still make (seccomp), and how much memory it may still take.
//
// Must not know: what the process is for.
//
// Begin with: `WallPlan`, then `Walls`; `SystemCallTable` is what is refused, and why.
