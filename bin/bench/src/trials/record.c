/* Preloaded into a server: writes down what is done to the database's file and its log, so that the state after
 * a power cut can be made of it. Nothing is flushed for real; a flush takes a moment instead. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, TRUNCATE = 2, FLUSH_BEGINS = 3, FLUSH_ENDS = 4 };

struct record {
    uint32_t kind, file;
    uint64_t offset, length;
};

static int out = -1;
static const char *database;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static uint64_t flushes;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("TRIAL_RECORD");
    database = getenv("TRIAL_DATABASE");
    if (name && database) out = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

/* 0: the database's file, 1: its log, -1: anything else */
static int which(int fd) {
    char link[64], path[4096];
    if (out < 0) return -1;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n < 0) return -1;
    path[n] = 0;
    size_t length = strlen(database);
    if (strncmp(path, database, length)) return -1;
    if (!path[length]) return 0;
    return strcmp(path + length, "-wal") ? -1 : 1;
}

/* under the lock */
static void note(uint32_t kind, int file, uint64_t offset, const void *data, uint64_t length) {
    struct record record = {kind, (uint32_t)file, offset, length};
    struct iovec parts[2] = {{&record, sizeof record}, {(void *)data, data ? length : 0}};
    if (syscall(SYS_writev, out, parts, 2) < 0) _exit(99);
}

static ssize_t put(int fd, const void *data, size_t length, off_t offset) {
    int file = which(fd);
    if (file < 0) return syscall(SYS_pwrite64, fd, data, length, offset);
    pthread_mutex_lock(&turn);
    ssize_t done = syscall(SYS_pwrite64, fd, data, length, offset);
    int error = errno;
    if (done > 0) note(WRITE, file, (uint64_t)offset, data, (uint64_t)done);
    pthread_mutex_unlock(&turn);
    errno = error;
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return put(fd, data, length, offset); }
ssize_t pwrite64(int fd, const void *data, size_t length, off_t offset) { return put(fd, data, length, offset); }

ssize_t write(int fd, const void *data, size_t length) {
    int file = which(fd);
    if (file < 0) return syscall(SYS_write, fd, data, length);
    pthread_mutex_lock(&turn);
    off_t offset = lseek(fd, 0, SEEK_CUR);
    ssize_t done = syscall(SYS_write, fd, data, length);
    int error = errno;
    if (done > 0) note(WRITE, file, (uint64_t)offset, data, (uint64_t)done);
    pthread_mutex_unlock(&turn);
    errno = error;
    return done;
}

static int cut(int fd, off_t length) {
    int file = which(fd);
    if (file < 0) return (int)syscall(SYS_ftruncate, fd, length);
    pthread_mutex_lock(&turn);
    int done = (int)syscall(SYS_ftruncate, fd, length);
    int error = errno;
    if (!done) note(TRUNCATE, file, (uint64_t)length, NULL, 0);
    pthread_mutex_unlock(&turn);
    errno = error;
    return done;
}

int ftruncate(int fd, off_t length) { return cut(fd, length); }
int ftruncate64(int fd, off_t length) { return cut(fd, length); }

static int flush(int fd, long call) {
    int file = which(fd);
    if (file < 0) return (int)syscall(call, fd);
    pthread_mutex_lock(&turn);
    uint64_t number = ++flushes;
    note(FLUSH_BEGINS, file, number, NULL, 0);
    pthread_mutex_unlock(&turn);
    usleep(1000);
    pthread_mutex_lock(&turn);
    note(FLUSH_ENDS, file, number, NULL, 0);
    pthread_mutex_unlock(&turn);
    return 0;
}

int fsync(int fd) { return flush(fd, SYS_fsync); }
int fdatasync(int fd) { return flush(fd, SYS_fdatasync); }
