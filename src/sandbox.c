#include "sandbox.h"

#include <errno.h>
#include <seccomp.h>
#include <stddef.h>

static const int allowed_calls[] = {
    /* connections */
    SCMP_SYS(accept4), SCMP_SYS(close), SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_pwait), SCMP_SYS(epoll_wait),
    SCMP_SYS(fcntl), SCMP_SYS(getdents64), SCMP_SYS(lseek), SCMP_SYS(pread64), SCMP_SYS(getpeername),
    SCMP_SYS(getsockname), SCMP_SYS(getsockopt), SCMP_SYS(poll), SCMP_SYS(read), SCMP_SYS(recvfrom), SCMP_SYS(recvmsg),
    SCMP_SYS(sendfile), SCMP_SYS(sendmsg), SCMP_SYS(sendto), SCMP_SYS(setsockopt), SCMP_SYS(shutdown), SCMP_SYS(write),
    SCMP_SYS(writev),
    /* memory */
    SCMP_SYS(brk), SCMP_SYS(madvise), SCMP_SYS(mmap), SCMP_SYS(mprotect), SCMP_SYS(mremap), SCMP_SYS(munmap),
    /* threads, signals and time */
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep), SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(futex),
    SCMP_SYS(getpid), SCMP_SYS(getrandom), SCMP_SYS(gettid), SCMP_SYS(gettimeofday), SCMP_SYS(nanosleep),
    SCMP_SYS(restart_syscall), SCMP_SYS(rseq), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigtimedwait), SCMP_SYS(sched_yield), SCMP_SYS(tgkill)};

static bool allow_calls(scmp_filter_ctx filter)
{
    for (size_t i = 0; i < sizeof allowed_calls / sizeof allowed_calls[0]; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed_calls[i], 0) != 0)
            return false;
    return true;
}

bool sandbox_enter(void)
{
    /* libseccomp sets no-new-privileges with the filter. */
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL)
        return false;
    const bool entered =
        seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 && allow_calls(filter) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return entered;
}
