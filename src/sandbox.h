/* What the process may still ask of the kernel once it serves (Linux). */
#ifndef YUTOMOK_SANDBOX_H
#define YUTOMOK_SANDBOX_H

#include <stdbool.h>

/*
 * No new privileges, and a seccomp filter for all threads that leaves the system calls that serving, logging and
 * stopping need; any other fails with EPERM. Call it when all threads are running and all files open. False when the
 * kernel can't do it; the process then goes on as it was.
 */
bool sandbox_enter(void);

#endif
