/* Declarations that Swift's Glibc module leaves out. Header only: declarations, and inline forms of macros and
   variadics. */
#pragma once
/* Without _GNU_SOURCE: Swift's own Glibc module is built without it, and the two definitions of fd_set and rusage
   would clash. Declarations that require _GNU_SOURCE are repeated below. */
#include <asm/unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <libintl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <locale.h>
#include <malloc.h>
#include <net/if.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

extern int pthread_setname_np(pthread_t thread, const char *name);
/* Waits for the thread's end until the time of this clock (glibc 2.31). */
extern int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *end);
extern int pipe2(int descriptors[2], int flags);
extern int memfd_create(const char *name, unsigned flags);
extern int wcwidth(wchar_t character);
extern int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
extern int posix_openpt(int flags);
extern int grantpt(int fd);
extern int unlockpt(int fd);
extern char *ptsname(int fd);
/* In the child: makes its process group the terminal's foreground group (glibc 2.35). */
extern int posix_spawn_file_actions_addtcsetpgrp_np(posix_spawn_file_actions_t *actions, int terminal);
/* In the child: closes this descriptor and all above (glibc 2.34). */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
/* Reserves disk space for later writes; the file's length becomes `offset + length`. */
extern int fallocate(int fd, int mode, off_t offset, off_t length);
/* Like renameat; with flag 1 (RENAME_NOREPLACE) fails with EEXIST if the new name is taken (glibc 2.28). */
extern int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);
/* A descriptor that `poll` finds readable once the process has ended (glibc 2.36). */
extern int pidfd_open(pid_t process, unsigned flags);
/* Returns free memory of all arenas to the system. Returns 1 if there was some. */
extern int malloc_trim(size_t pad);
extern long syscall(long number, ...);
/* SCHED_IDLE, which only _GNU_SOURCE names. */
#define SCHED_IDLE_POLICY 5
#ifndef POSIX_SPAWN_SETSID
#define POSIX_SPAWN_SETSID 0x80
#endif

/* The calling thread, as `/proc/self/task` names it. */
static inline pid_t tv_thread(void) {
    return (pid_t)syscall(__NR_gettid);
}

/* Limits the address space of a process, in bytes; -1 with errno. (prlimit is declared only with _GNU_SOURCE.) */
static inline int tv_limit_memory(pid_t process, unsigned long long bytes) {
    unsigned long long limit[2] = {bytes, bytes};
    return (int)syscall(__NR_prlimit64, process, 9 /* RLIMIT_AS */, limit, (void *)0);
}

/* Sets how late the kernel may wake the calling thread, and those that it starts later, to combine wake-ups; 50 µs
   by default. */
static inline int tv_set_timer_slack(unsigned long nanoseconds) {
    return prctl(PR_SET_TIMERSLACK, nanoseconds, 0UL, 0UL, 0UL);
}
/* Makes the calling thread, and those that it starts later, use processor and disk only when they are otherwise
   idle. */
static inline int tv_be_idle(void) {
    struct sched_param parameter = {0};
    int processor = sched_setscheduler(0, SCHED_IDLE_POLICY, &parameter);
    long disk = syscall(SYS_ioprio_set, 1 /* IOPRIO_WHO_PROCESS */, 0, 3 << 13 /* IOPRIO_CLASS_IDLE */);
    return processor == 0 && disk == 0 ? 0 : -1;
}
/* Maximum sizes, since a terminal may report any. Glyphs of 8 by 16 pixels fill an 8K display with 960 by 270 cells.
   The remaining limits are those of ncurses, which counts in 16 bits, and memory. */
enum { TV_COLUMNS_MAX = 1000, TV_ROWS_MAX = 300 };
/* Returns the size in cells and pixels; for a larger terminal that of its upper left part. */
static inline int tv_get_window_size(int fd, struct winsize *size) {
    int status = ioctl(fd, TIOCGWINSZ, size);
    if (status == 0 && size->ws_col > TV_COLUMNS_MAX) {
        size->ws_xpixel = (unsigned short)((unsigned)size->ws_xpixel * TV_COLUMNS_MAX / size->ws_col);
        size->ws_col = TV_COLUMNS_MAX;
    }
    if (status == 0 && size->ws_row > TV_ROWS_MAX) {
        size->ws_ypixel = (unsigned short)((unsigned)size->ws_ypixel * TV_ROWS_MAX / size->ws_row);
        size->ws_row = TV_ROWS_MAX;
    }
    return status;
}
static inline int tv_set_window_size(int fd, const struct winsize *size) { return ioctl(fd, TIOCSWINSZ, size); }
static inline int tv_output_queue(int fd, int *count) { return ioctl(fd, TIOCOUTQ, count); }
/* Whether it is a pseudo terminal: UNIX 98 ones have the majors 136 to 143 (admin-guide/devices.txt of Linux). */
static inline int tv_is_pseudo_terminal(int fd) {
    unsigned int device = 0;
    return ioctl(fd, TIOCGDEV, &device) == 0 && (device >> 8 & 0xfff) >= 136 && (device >> 8 & 0xfff) <= 143;
}
static inline int tv_open(const char *path, int flags, unsigned mode) { return open(path, flags, mode); }
static inline int tv_open_at(int folder, const char *name, int flags) { return openat(folder, name, flags); }
/* Another number for a descriptor, `from` or above; close-on-exec. */
static inline int tv_duplicate_above(int fd, int from) { return fcntl(fd, 1030 /* F_DUPFD_CLOEXEC */, from); }
static inline int tv_set_nonblocking(int fd, int on) {
    int flags = fcntl(fd, F_GETFL, 0);
    if (flags < 0) return -1;
    return fcntl(fd, F_SETFL, on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
}
static inline int tv_open_tty(const char *path) { return open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK); }
static inline int tv_is_directory(unsigned mode) { return S_ISDIR(mode); }
static inline int tv_exited(int status) { return WIFEXITED(status); }
static inline int tv_exit_status(int status) { return WEXITSTATUS(status); }
static inline int tv_signalled(int status) { return WIFSIGNALED(status); }
static inline int tv_term_signal(int status) { return WTERMSIG(status); }
static inline int tv_stopped(int status) { return WIFSTOPPED(status); }
/* From now on the kernel notifies `owner` (a process, or minus a process group) by the signal of all events at the
   descriptor, including the closing of its other end. SIGCONT also wakes a stopped process. */
static inline int tv_signal_at_news(int fd, pid_t owner, int signal) {
#ifndef F_SETSIG
#define F_SETSIG 10
#endif
    if (fcntl(fd, F_SETOWN, owner) < 0 || fcntl(fd, F_SETSIG, signal) < 0) return -1;
    int flags = fcntl(fd, F_GETFL, 0);
    return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_ASYNC);
}
/* AT_FDCWD is a macro with a sign. */
static inline int tv_rename_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, 1);
}
/* Starts to write bytes of a file to its disk (to its end, if length is 0), waiting only for space in the queue. If
   that fails nothing is lost: fdatasync writes them. */
extern int sync_file_range(int fd, off_t offset, off_t length, unsigned flags);
static inline void tv_begin_synchronizing(int fd, long long offset, long long length) {
    (void)sync_file_range(fd, offset, length, 2 /* SYNC_FILE_RANGE_WRITE */);
}
/* Returns bytes that an ordinary user can still write there, or -1. */
static inline long long tv_free_bytes(const char *path) {
    struct statvfs information;
    if (statvfs(path, &information) != 0) return -1;
    return (long long)information.f_bavail * (long long)information.f_frsize;
}

extern int setns(int descriptor, int kind);

/* Moves the calling thread to the network namespace of this file (/var/run/netns); -1: errno. */
static inline int tv_enter_network(int descriptor) {
    return setns(descriptor, 0x40000000 /* CLONE_NEWNET */);
}

/* Opens a socket that reports interfaces and addresses that appear and disappear (rtnetlink(7)); -1: errno. */
static inline int tv_network_watch(void) {
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (fd < 0) return -1;
    struct sockaddr_nl address = {.nl_family = AF_NETLINK};
    address.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR;
    if (bind(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
    close(fd);
    return -1;
}
struct tv_network_news {
    /* 1: the current state of an interface; 2: a removed interface; 3: an added address. */
    int kind;
    int interface;
    int is_running;
};
/* Reads the kernel's messages: at most `room` entries; the rest of one datagram is dropped. -1: errno; ENOBUFS: some
   messages were lost. */
static inline int tv_network_take(int fd, struct tv_network_news *news, int room) {
    char bytes[16384] __attribute__((aligned(8)));
    int length = (int)recv(fd, bytes, sizeof bytes, 0);
    if (length < 0) return -1;
    int count = 0;
    for (struct nlmsghdr *message = (struct nlmsghdr *)bytes; NLMSG_OK(message, (unsigned)length) && count < room;
         message = NLMSG_NEXT(message, length)) {
        if (message->nlmsg_type == RTM_NEWLINK || message->nlmsg_type == RTM_DELLINK) {
            struct ifinfomsg *link = (struct ifinfomsg *)NLMSG_DATA(message);
            news[count].kind = message->nlmsg_type == RTM_NEWLINK ? 1 : 2;
            news[count].interface = link->ifi_index;
            news[count++].is_running = (link->ifi_flags & (IFF_UP | IFF_RUNNING)) == (IFF_UP | IFF_RUNNING);
        } else if (message->nlmsg_type == RTM_NEWADDR) {
            struct ifaddrmsg *added = (struct ifaddrmsg *)NLMSG_DATA(message);
            news[count].kind = 3;
            news[count].interface = (int)added->ifa_index;
            news[count++].is_running = 0;
        }
    }
    return count;
}

/* Returns the bytes of a TCP connection that arrived and were read (TCP_INFO's tcpi_bytes_received less the unread
   ones), or -1. */
static inline long long tv_bytes_taken(int fd) {
    unsigned long long information[32] = {0};
    socklen_t length = sizeof information;
    int waiting = 0;
    if (getsockopt(fd, 6 /* IPPROTO_TCP */, 11 /* TCP_INFO */, information, &length) != 0 || length < 136) return -1;
    if (ioctl(fd, FIONREAD, &waiting) != 0) return -1;
    return (long long)information[16] - waiting;
}
static inline int tv_bytes_waiting(int fd) {
    int waiting = 0;
    return ioctl(fd, FIONREAD, &waiting) == 0 ? waiting : 0;
}

/* Landlock (landlock(7)) and seccomp (seccomp(2)), for which glibc has no functions. The structures are repeated
   here, since the headers of Debian 12 have the first field only. */
extern long syscall(long number, ...);

/* Prevents this process, and those that it starts, from ever gaining privileges. */
static inline int tv_forbid_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL); }
/* Returns the version of the kernel's Landlock, from 1; -1: errno (ENOSYS: none; EOPNOTSUPP: switched off). */
static inline int tv_landlock_version(void) {
    return (int)syscall(444 /* landlock_create_ruleset */, (void *)0, (size_t)0, 1U /* LANDLOCK_CREATE_RULESET_VERSION */);
}
/* Creates a ruleset that handles these rights (`network` from version 4 on, `scope` from 6 on); -1: errno. */
static inline int tv_landlock_create(int version, uint64_t files, uint64_t network, uint64_t scope) {
    uint64_t attributes[3] = {files, network, scope};
    size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;
    return (int)syscall(444, attributes, size, 0U);
}
/* Grants rights to `folder` (the descriptor of a folder or a file) and its contents; -1: errno. */
static inline int tv_landlock_allow(int rules, int folder, uint64_t rights) {
    struct __attribute__((packed)) {
        uint64_t rights;
        int32_t folder;
    } attributes = {rights, folder};
    return (int)syscall(445 /* landlock_add_rule */, rules, 1 /* LANDLOCK_RULE_PATH_BENEATH */, &attributes, 0U);
}
/* Applies the rules to this thread and those that it starts, from now on; -1: errno. */
static inline int tv_landlock_enter(int rules) { return (int)syscall(446 /* landlock_restrict_self */, rules, 0U); }
/* Opens a path for its status only, not its contents. */
static inline int tv_open_path(const char *path) {
#ifndef O_PATH
#define O_PATH 010000000
#endif
    return open(path, O_PATH | O_CLOEXEC);
}
/* From now on the kernel runs the filter before each system call of all threads of this process; -1: errno. */
static inline int tv_seccomp_enter(const struct sock_filter *filter, unsigned short length) {
    struct sock_fprog program = {length, (struct sock_filter *)filter};
    return (int)syscall(__NR_seccomp, 1U /* SECCOMP_SET_MODE_FILTER */, 1U /* SECCOMP_FILTER_FLAG_TSYNC */, &program);
}
/* Makes a system call as an attacker in this process would; -1: errno. For testing the confinement. */
static inline long tv_call(long number, long a, long b, long c) { return syscall(number, a, b, c, 0L, 0L, 0L); }
