// Loaded into a program with LD_PRELOAD: writes down, in order, each change of a file below $POWERLOSS_ROOT
// and each write to the standard output, which is what the program has promised so far. `run` makes from
// this what a disk may hold after the power has failed.
//
// A record is a header and then path, second path and bytes. The log is opened for appending, so records of
// several programs come in the order in which things happened.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// `run` has the same list.
enum kind { CREATE = 1, WRITE, TRUNCATE, SYNC, UNLINK, RENAME, SYNC_FOLDER, SAID, MAKE_FOLDER, LINK };

struct header {
  uint32_t magic;
  uint8_t kind;
  uint16_t path_length, other_length;
  uint64_t offset, length;
} __attribute__((packed));

static int log_descriptor = -1;
static char root[PATH_MAX];
static size_t root_length;
static int syncs_really;
// Held over a call and its record, so that two threads are recorded in the order in which they wrote.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void start(void) {
  const char *folder = getenv("POWERLOSS_ROOT"), *path = getenv("POWERLOSS_LOG");
  if (!folder || !path || !realpath(folder, root)) return;
  root_length = strlen(root);
  // The disk that is rebuilt forgets what was not synchronized; the real one need not be asked.
  syncs_really = getenv("POWERLOSS_SYNC") != NULL;
  log_descriptor = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

// The path below the root, or 0 for another path.
static int below(const char *path, char *relative) {
  if (root_length == 0 || strncmp(path, root, root_length) != 0) return 0;
  if (path[root_length] == 0) { relative[0] = 0; return 1; }
  if (path[root_length] != '/') return 0;
  snprintf(relative, PATH_MAX, "%s", path + root_length + 1);
  return 1;
}

static int path_of_descriptor(int descriptor, char *relative) {
  if (root_length == 0) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return below(path, relative);
}

// The path of a name in a folder, whose links are resolved; the name itself may be a link.
static int path_of_name(int folder, const char *name, char *relative) {
  if (root_length == 0) return 0;
  char parent[PATH_MAX], whole[PATH_MAX];
  const char *slash = strrchr(name, '/');
  const char *last = slash ? slash + 1 : name;
  if (slash) {
    snprintf(parent, sizeof parent, "%.*s", (int)(slash - name) + (slash == name), name);
  } else {
    strcpy(parent, ".");
  }
  if (parent[0] != '/' && folder != AT_FDCWD) {
    char link[64], base[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, base, sizeof base - 1);
    if (length < 0) return 0;
    base[length] = 0;
    char joined[2 * PATH_MAX];
    snprintf(joined, sizeof joined, "%s/%s", base, parent);
    if (!realpath(joined, whole)) return 0;
  } else if (!realpath(parent, whole)) {
    return 0;
  }
  size_t length = strlen(whole);
  snprintf(whole + length, sizeof whole - length, "%s%s", length > 1 ? "/" : "", last);
  return below(whole, relative);
}

static void note(enum kind kind, const char *path, const char *other, uint64_t offset, const void *bytes, uint64_t length) {
  if (log_descriptor < 0) return;
  int code = errno;
  struct header header = {0x4c574f50, kind, strlen(path), other ? strlen(other) : 0, offset, length};
  struct iovec parts[] = {
    {&header, sizeof header}, {(void *)path, header.path_length},
    {(void *)(other ? other : ""), header.other_length}, {(void *)bytes, bytes ? length : 0}};
  syscall(SYS_writev, log_descriptor, parts, 4);
  errno = code;
}

// ---- Files

static int opened(int folder, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  int changes = (flags & (O_CREAT | O_TRUNC)) && path_of_name(folder, name, path);
  pthread_mutex_lock(&lock);
  int existed = changes && syscall(SYS_faccessat, folder, name, F_OK) == 0;
  int descriptor = syscall(SYS_openat, folder, name, flags, mode);
  if (descriptor >= 0 && changes) {
    if (!existed) note(CREATE, path, 0, 0, 0, 0);
    else if (flags & O_TRUNC) note(TRUNCATE, path, 0, 0, 0, 0);
  }
  pthread_mutex_unlock(&lock);
  return descriptor;
}

#define WITH_MODE \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }

int open(const char *name, int flags, ...) { WITH_MODE return opened(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { WITH_MODE return opened(AT_FDCWD, name, flags | O_LARGEFILE, mode); }
int openat(int folder, const char *name, int flags, ...) { WITH_MODE return opened(folder, name, flags, mode); }
int openat64(int folder, const char *name, int flags, ...) { WITH_MODE return opened(folder, name, flags | O_LARGEFILE, mode); }
int creat(const char *name, mode_t mode) { return opened(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  char path[PATH_MAX];
  pthread_mutex_lock(&lock);
  ssize_t done = syscall(SYS_pwrite64, descriptor, bytes, count, offset);
  if (done > 0 && path_of_descriptor(descriptor, path)) note(WRITE, path, 0, offset, bytes, done);
  pthread_mutex_unlock(&lock);
  return done;
}
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) { return pwrite64(descriptor, bytes, count, offset); }

ssize_t write(int descriptor, const void *bytes, size_t count) {
  char path[PATH_MAX];
  pthread_mutex_lock(&lock);
  int is_below = descriptor > 2 && path_of_descriptor(descriptor, path);
  int appends = is_below && (fcntl(descriptor, F_GETFL) & O_APPEND);
  off_t offset = is_below ? lseek(descriptor, 0, appends ? SEEK_END : SEEK_CUR) : 0;
  // Before the words are out: whoever reads them may add to the record at once.
  if (descriptor == 1) note(SAID, "", 0, 0, bytes, count);
  ssize_t done = syscall(SYS_write, descriptor, bytes, count);
  if (done > 0 && is_below) note(WRITE, path, 0, offset, bytes, done);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  ssize_t total = 0;
  for (int index = 0; index < count; index++) {
    ssize_t done = write(descriptor, parts[index].iov_base, parts[index].iov_len);
    if (done < 0) return total ? total : done;
    total += done;
    if ((size_t)done < parts[index].iov_len) break;
  }
  return total;
}

int ftruncate64(int descriptor, off64_t length) {
  char path[PATH_MAX];
  pthread_mutex_lock(&lock);
  int result = syscall(SYS_ftruncate, descriptor, length);
  if (result == 0 && path_of_descriptor(descriptor, path)) note(TRUNCATE, path, 0, length, 0, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }

static int synchronized(int descriptor, long call) {
  char path[PATH_MAX];
  pthread_mutex_lock(&lock);
  int result = syncs_really ? syscall(call, descriptor) : 0;
  if (result == 0 && path_of_descriptor(descriptor, path)) {
    struct stat status;
    fstat(descriptor, &status);
    note(S_ISDIR(status.st_mode) ? SYNC_FOLDER : SYNC, path, 0, 0, 0, 0);
  }
  pthread_mutex_unlock(&lock);
  return result;
}
int fsync(int descriptor) { return synchronized(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return synchronized(descriptor, SYS_fdatasync); }

// ---- Names

static int removed(int folder, const char *name, int flags) {
  char path[PATH_MAX];
  int is_below = path_of_name(folder, name, path);
  pthread_mutex_lock(&lock);
  int result = syscall(SYS_unlinkat, folder, name, flags);
  if (result == 0 && is_below) note(UNLINK, path, 0, 0, 0, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
int unlink(const char *name) { return removed(AT_FDCWD, name, 0); }
int unlinkat(int folder, const char *name, int flags) { return removed(folder, name, flags); }
int rmdir(const char *name) { return removed(AT_FDCWD, name, AT_REMOVEDIR); }

int renameat(int folder, const char *name, int other, const char *target) {
  char path[PATH_MAX], second[PATH_MAX];
  int is_below = path_of_name(folder, name, path) && path_of_name(other, target, second);
  pthread_mutex_lock(&lock);
  int result = syscall(SYS_renameat2, folder, name, other, target, 0);
  if (result == 0 && is_below) note(RENAME, path, second, 0, 0, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
int rename(const char *name, const char *target) { return renameat(AT_FDCWD, name, AT_FDCWD, target); }

int link(const char *name, const char *target) {
  char path[PATH_MAX], second[PATH_MAX];
  int is_below = path_of_name(AT_FDCWD, name, path) && path_of_name(AT_FDCWD, target, second);
  pthread_mutex_lock(&lock);
  int result = syscall(SYS_linkat, AT_FDCWD, name, AT_FDCWD, target, 0);
  if (result == 0 && is_below) note(LINK, path, second, 0, 0, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int mkdir(const char *name, mode_t mode) {
  char path[PATH_MAX];
  pthread_mutex_lock(&lock);
  int result = syscall(SYS_mkdirat, AT_FDCWD, name, mode);
  if (result == 0 && path_of_name(AT_FDCWD, name, path)) note(MAKE_FOLDER, path, 0, 0, 0, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
