/* What the system knows of this process: the figures that Prometheus calls process_*. */
#ifndef YUTOMOK_HTTP_PROCESS_H
#define YUTOMOK_HTTP_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct process;

struct process_figures {
    double cpu_seconds;
    uint64_t resident_bytes;
    uint64_t virtual_bytes;
    unsigned open_descriptors;
    uint64_t max_descriptors;
    double start_time; /* seconds since the epoch */
};

/* Opens /proc/self, which the sandbox forbids later. NULL when that can't be done. */
struct process *process_open(void);

/* Takes NULL. */
void process_close(struct process *process);

/* False, and the figures untouched, when /proc can't be read. Several threads may call it. */
bool process_read(struct process *process, struct process_figures *ret_figures);

#endif
