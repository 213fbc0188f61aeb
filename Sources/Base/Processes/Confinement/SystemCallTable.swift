import CPlatform

/// The system calls to refuse. A list of allowed calls would differ between versions of glibc for a Swift program with
/// FFmpeg, SQLite, ncurses and ALSA, and one missing call would end playback. The calls that lead out of the process
/// are few. ``newest`` refuses calls of later kernels.
enum SystemCallTable {
    static let refused: [Int32] = programs + others + files + kernel + scheduling + sharedMemory + legacy

    /// Higher numbers are answered with ENOSYS; glibc then falls back to older calls.
    static let newest = __NR_set_mempolicy_home_node

    /// Answered with ENOSYS, because the filter cannot read their arguments. glibc then calls `clone` and `openat`.
    static let missing: [Int32] = [__NR_clone3, __NR_openat2]

    /// Starting programs. Threads use `clone`, which ``SystemCallFilter`` checks.
    private static let programs: [Int32] = [__NR_execve, __NR_execveat]

    /// Access to the memory, descriptors and signals of other processes.
    private static let others: [Int32] = [
        __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_process_madvise, __NR_process_mrelease,
        __NR_pidfd_open, __NR_pidfd_getfd, __NR_pidfd_send_signal, __NR_kcmp, __NR_tkill, __NR_rt_sigqueueinfo,
        __NR_rt_tgsigqueueinfo, __NR_move_pages, __NR_migrate_pages,
    ]

    /// System calls that change modes, owners, times, attributes or lengths, which Landlock does not (always) check.
    private static let files: [Int32] = [
        __NR_fchmod, __NR_fchmodat, __NR_fchown, __NR_fchownat, __NR_utimensat, __NR_truncate, __NR_setxattr,
        __NR_lsetxattr, __NR_fsetxattr, __NR_removexattr, __NR_lremovexattr, __NR_fremovexattr, __NR_linkat,
        __NR_symlinkat, __NR_mknodat, __NR_mkdirat, __NR_name_to_handle_at, __NR_open_by_handle_at, __NR_fanotify_init,
        __NR_fanotify_mark, __NR_quotactl, __NR_quotactl_fd, __NR_acct, __NR_chroot, __NR_pivot_root, __NR_mount,
        __NR_umount2, __NR_move_mount, __NR_open_tree, __NR_fsopen, __NR_fsconfig, __NR_fsmount, __NR_fspick,
        __NR_mount_setattr, __NR_swapon, __NR_swapoff,
    ]

    /// Access to the kernel itself, and calls known from past exploits. `io_uring` would open files past this filter.
    private static let kernel: [Int32] = [
        __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_io_uring_setup, __NR_io_uring_enter,
        __NR_io_uring_register, __NR_io_setup, __NR_io_submit, __NR_keyctl, __NR_add_key, __NR_request_key,
        __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_reboot, __NR_syslog,
        __NR_unshare, __NR_setns, __NR_personality, __NR_sethostname, __NR_setdomainname, __NR_settimeofday,
        __NR_clock_settime, __NR_clock_adjtime, __NR_adjtimex, __NR_vhangup, __NR_lookup_dcookie, __NR_nfsservctl,
        __NR_setuid, __NR_setgid, __NR_setreuid, __NR_setregid, __NR_setresuid, __NR_setresgid, __NR_setgroups,
        __NR_setfsuid, __NR_setfsgid, __NR_capset, __NR_landlock_add_rule,
    ]

    /// Changing priorities would affect all processes of the account.
    private static let scheduling: [Int32] = [
        __NR_setpriority, __NR_sched_setparam, __NR_sched_setscheduler, __NR_sched_setattr, __NR_sched_setaffinity,
        __NR_ioprio_set,
    ]

    /// Shared between all processes of the account.
    private static let sharedMemory: [Int32] = [
        __NR_shmget, __NR_shmat, __NR_shmctl, __NR_semget, __NR_semop, __NR_semtimedop, __NR_semctl, __NR_msgget,
        __NR_msgsnd, __NR_msgrcv, __NR_msgctl, __NR_mq_open, __NR_mq_unlink,
    ]

    #if arch(x86_64)
        private static let legacy: [Int32] = [
            __NR_fork, __NR_vfork, __NR_chmod, __NR_chown, __NR_lchown, __NR_utime, __NR_utimes, __NR_futimesat,
            __NR_link, __NR_symlink, __NR_mknod, __NR_mkdir, __NR_uselib, __NR_modify_ldt, __NR_iopl, __NR_ioperm,
            __NR_create_module, __NR__sysctl, __NR_kexec_file_load,
        ]
    #else
        private static let legacy: [Int32] = [__NR_kexec_file_load]
    #endif
}
