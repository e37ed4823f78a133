/* Fails the n-th call that writes to a file below one folder, or kills the process there. Loaded with LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char folder[4096];
static long nth, calls;
static int reason, sticky, armed;

/* at: which call fails, from 1; 0 only counts. error: the errno, or 0 to die there. lasting: later calls fail too. */
void fault_arm(const char *below, long at, int error, int lasting)
{
    snprintf(folder, sizeof folder, "%s/", below);
    nth = at, calls = 0, reason = error, sticky = lasting, armed = 1;
}

long fault_disarm(void)
{
    armed = 0;
    return calls;
}

static int below(const char *path)
{
    return strncmp(path, folder, strlen(folder)) == 0;
}

static int fails(void)
{
    calls++;
    if (nth == 0 || calls < nth || (calls > nth && !sticky))
        return 0;
    if (reason == 0)
        kill(getpid(), SIGKILL);
    errno = reason;
    return 1;
}

static int fails_on(int descriptor)
{
    char link[64], path[4096];
    ssize_t length;

    if (!armed)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return below(path) && fails();
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name)

ssize_t write(int descriptor, const void *data, size_t size)
{
    REAL(write);
    return fails_on(descriptor) ? -1 : real(descriptor, data, size);
}

ssize_t pwrite(int descriptor, const void *data, size_t size, off_t offset)
{
    REAL(pwrite);
    return fails_on(descriptor) ? -1 : real(descriptor, data, size, offset);
}

ssize_t pwrite64(int descriptor, const void *data, size_t size, off64_t offset)
{
    REAL(pwrite64);
    return fails_on(descriptor) ? -1 : real(descriptor, data, size, offset);
}

int fsync(int descriptor)
{
    REAL(fsync);
    return fails_on(descriptor) ? -1 : real(descriptor);
}

int fdatasync(int descriptor)
{
    REAL(fdatasync);
    return fails_on(descriptor) ? -1 : real(descriptor);
}

int ftruncate(int descriptor, off_t length)
{
    REAL(ftruncate);
    return fails_on(descriptor) ? -1 : real(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length)
{
    REAL(ftruncate64);
    return fails_on(descriptor) ? -1 : real(descriptor, length);
}

int rename(const char *from, const char *to)
{
    REAL(rename);
    return armed && below(to) && fails() ? -1 : real(from, to);
}
