/* Writes down whom a program speaks to, and each file that it opens for writing. Loaded with LD_PRELOAD, which children
   inherit. A line a call: pid, TAB, program, TAB, call, TAB, what; into the file named by LORE_RECORD. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define REAL(name) static __typeof__(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name)

/* Below everything that is watched: the kernel's own calls, so that nothing records itself. */
static void record(const char *call, const char *what)
{
    int before = errno;
    const char *path = getenv("LORE_RECORD");
    char line[PATH_MAX + 512];
    int length, file;

    if (path) {
        length = snprintf(line, sizeof line, "%d\t%s\t%s\t%s\n", getpid(), program_invocation_short_name, call, what);
        if (length >= (int) sizeof line) {
            length = sizeof line;
            line[length - 1] = '\n';
        }
        file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        if (file >= 0) {
            syscall(SYS_write, file, line, length);
            syscall(SYS_close, file);
        }
    }
    errno = before;
}

static void record_path(const char *call, int folder, const char *path)
{
    char whole[2 * PATH_MAX], link[64];
    ssize_t length;

    if (path == NULL)
        return;
    if (path[0] == '/') {
        record(call, path);
        return;
    }
    if (folder == AT_FDCWD)
        snprintf(link, sizeof link, "/proc/self/cwd");
    else
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    length = readlink(link, whole, PATH_MAX);
    if (length < 0)
        length = 0;
    snprintf(whole + length, PATH_MAX, "/%s", path);
    record(call, whole);
}

static void record_address(const char *call, const struct sockaddr *address)
{
    char host[INET6_ADDRSTRLEN] = "", what[256];

    if (address == NULL)
        return;
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const void *) address;
        snprintf(what, sizeof what, "%s %d", inet_ntop(AF_INET, &four->sin_addr, host, sizeof host), ntohs(four->sin_port));
    } else if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const void *) address;
        snprintf(what, sizeof what, "%s %d", inet_ntop(AF_INET6, &six->sin6_addr, host, sizeof host), ntohs(six->sin6_port));
    } else if (address->sa_family == AF_UNIX) {
        snprintf(what, sizeof what, "unix %.100s", ((const struct sockaddr_un *) address)->sun_path);
    } else {
        snprintf(what, sizeof what, "family %d", address->sa_family);
    }
    record(call, what);
}

static int writes(int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
}

/* The network. */

int connect(int descriptor, const struct sockaddr *address, socklen_t length)
{
    REAL(connect);
    record_address("connect", address);
    return real(descriptor, address, length);
}

int bind(int descriptor, const struct sockaddr *address, socklen_t length)
{
    REAL(bind);
    record_address("bind", address);
    return real(descriptor, address, length);
}

ssize_t sendto(int descriptor, const void *data, size_t size, int flags, const struct sockaddr *address, socklen_t length)
{
    REAL(sendto);
    record_address("sendto", address);
    return real(descriptor, data, size, flags, address, length);
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags)
{
    REAL(sendmsg);
    record_address("sendmsg", message->msg_name);
    return real(descriptor, message, flags);
}

int sendmmsg(int descriptor, struct mmsghdr *messages, unsigned int count, int flags)
{
    REAL(sendmmsg);
    for (unsigned int place = 0; place < count; place++)
        record_address("sendmsg", messages[place].msg_hdr.msg_name);
    return real(descriptor, messages, count, flags);
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
    REAL(getaddrinfo);
    record("getaddrinfo", node ? node : "");
    return real(node, service, hints, found);
}

struct hostent *gethostbyname(const char *name)
{
    REAL(gethostbyname);
    record("gethostbyname", name);
    return real(name);
}

/* Files. */

#define OPEN(name)                                          \
    int name(const char *path, int flags, ...)              \
    {                                                       \
        REAL(name);                                         \
        va_list more;                                       \
        int mode;                                           \
        va_start(more, flags);                              \
        mode = va_arg(more, int);                           \
        va_end(more);                                       \
        if (writes(flags))                                  \
            record_path("open", AT_FDCWD, path);            \
        return real(path, flags, mode);                     \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                        \
    int name(int folder, const char *path, int flags, ...)  \
    {                                                       \
        REAL(name);                                         \
        va_list more;                                       \
        int mode;                                           \
        va_start(more, flags);                              \
        mode = va_arg(more, int);                           \
        va_end(more);                                       \
        if (writes(flags))                                  \
            record_path("open", folder, path);              \
        return real(folder, path, flags, mode);             \
    }
OPENAT(openat)
OPENAT(openat64)

#define FOPEN(name)                                         \
    FILE *name(const char *path, const char *mode)          \
    {                                                       \
        REAL(name);                                         \
        if (strpbrk(mode, "wa+"))                           \
            record_path("open", AT_FDCWD, path);            \
        return real(path, mode);                            \
    }
FOPEN(fopen)
FOPEN(fopen64)

int creat(const char *path, mode_t mode)
{
    REAL(creat);
    record_path("open", AT_FDCWD, path);
    return real(path, mode);
}

int mkdir(const char *path, mode_t mode)
{
    REAL(mkdir);
    record_path("mkdir", AT_FDCWD, path);
    return real(path, mode);
}

int mkdirat(int folder, const char *path, mode_t mode)
{
    REAL(mkdirat);
    record_path("mkdir", folder, path);
    return real(folder, path, mode);
}

int rename(const char *from, const char *to)
{
    REAL(rename);
    record_path("rename", AT_FDCWD, to);
    return real(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    REAL(renameat);
    record_path("rename", to_folder, to);
    return real(from_folder, from, to_folder, to);
}

int symlink(const char *target, const char *path)
{
    REAL(symlink);
    record_path("link", AT_FDCWD, path);
    return real(target, path);
}

int link(const char *from, const char *to)
{
    REAL(link);
    record_path("link", AT_FDCWD, to);
    return real(from, to);
}
