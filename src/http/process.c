#include "http/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

struct process {
    int statm;
    DIR *descriptors;
    pthread_mutex_t mutex; /* of the directory's position */
    uint64_t max_descriptors;
    double start_time;
};

static double seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct process *process_open(void)
{
    struct process *const process = calloc(1, sizeof *process);
    if (process == NULL)
        return NULL;
    struct rlimit limit = {0};
    getrlimit(RLIMIT_NOFILE, &limit);
    process->max_descriptors = limit.rlim_cur;
    process->start_time = seconds(CLOCK_REALTIME) - seconds(CLOCK_PROCESS_CPUTIME_ID);
    pthread_mutex_init(&process->mutex, NULL);
    process->statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    process->descriptors = opendir("/proc/self/fd");
    if (process->statm >= 0 && process->descriptors != NULL)
        return process;
    process_close(process);
    return NULL;
}

void process_close(struct process *process)
{
    if (process == NULL)
        return;
    if (process->statm >= 0)
        close(process->statm);
    if (process->descriptors != NULL)
        closedir(process->descriptors);
    pthread_mutex_destroy(&process->mutex);
    free(process);
}

static unsigned count_descriptors(struct process *process)
{
    unsigned count = 0;
    pthread_mutex_lock(&process->mutex);
    rewinddir(process->descriptors);
    for (const struct dirent *entry; (entry = readdir(process->descriptors)) != NULL;)
        count += entry->d_name[0] != '.';
    pthread_mutex_unlock(&process->mutex);
    return count;
}

bool process_read(struct process *process, struct process_figures *ret_figures)
{
    char text[128] = "";
    if (pread(process->statm, text, sizeof text - 1, 0) <= 0)
        return false;
    char *end;
    const uint64_t virtual_pages = strtoull(text, &end, 10), resident_pages = strtoull(end, NULL, 10);
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    *ret_figures = (struct process_figures){
        .cpu_seconds = seconds(CLOCK_PROCESS_CPUTIME_ID),
        .resident_bytes = resident_pages * page,
        .virtual_bytes = virtual_pages * page,
        .open_descriptors = count_descriptors(process),
        .max_descriptors = process->max_descriptors,
        .start_time = process->start_time,
    };
    return true;
}
