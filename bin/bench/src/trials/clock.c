/* Preloaded into a server: its wall clock is off by as many seconds as a file says, from one moment to the next.
 * Clocks that only ever go on are left alone. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t none = 0;
static const volatile int64_t *off = &none;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("TRIAL_CLOCK");
    int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) return;
    void *page = mmap(NULL, sizeof *off, PROT_READ, MAP_SHARED, fd, 0);
    if (page != MAP_FAILED) off = page;
    close(fd);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int done = (int)syscall(SYS_clock_gettime, clock, now);
    if (!done && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *off;
    return done;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *there) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (there) *there = exact.tv_sec;
    return exact.tv_sec;
}
