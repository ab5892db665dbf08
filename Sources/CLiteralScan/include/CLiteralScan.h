#ifndef CLITERALSCAN_H
#define CLITERALSCAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The lengths that a literal may have, in bytes, and how many literals one scan takes.
enum {
  LITERAL_SCAN_MIN_LENGTH = 3,
  LITERAL_SCAN_MAX_LENGTH = 64,
  LITERAL_SCAN_MAX_COUNT = 1 << 20
};

/// A set of literals, prepared for finding all of them in one pass over a text. It never changes
/// after creation, so any number of threads may use one at the same time.
typedef struct literal_scan literal_scan;

/// One occurrence: literals[literal] starts at text[position].
typedef struct {
  size_t position;
  uint32_t literal;
} literal_hit;

/// Prepares `count` literals; literals[i] has lengths[i] arbitrary bytes, which are copied.
/// Duplicates and literals that start with another one are allowed.
///
/// Returns NULL when count is 0 or above LITERAL_SCAN_MAX_COUNT, when a length lies outside
/// LITERAL_SCAN_MIN_LENGTH...LITERAL_SCAN_MAX_LENGTH, or when memory is exhausted.
literal_scan *literal_scan_create(const uint8_t *const *literals, const size_t *lengths,
                                  size_t count);

/// Frees a scan; NULL is allowed. No thread may still be using it.
void literal_scan_free(literal_scan *scan);

/// How many literals a scan has: the indices of its hits are smaller.
size_t literal_scan_count(const literal_scan *scan);

/// How many bytes a scan has. They hold no address, so they can be kept in a file and given to
/// literal_scan_restore by a later run of the same build.
size_t literal_scan_size(const literal_scan *scan);

/// A copy of a scan whose bytes were kept; NULL when they are not the bytes of a scan of this build,
/// or when memory is exhausted. Damaged bytes never make a later call read outside the scan, but
/// they can make it miss literals: keep a checksum beside them.
literal_scan *literal_scan_restore(const void *bytes, size_t size);

/// Finds the literals that start in text[from..<length] and lie wholly inside text[0..<length].
///
/// Writes at most `capacity` hits, in ascending position and, within one position, in ascending
/// literal index; returns how many. Overlapping hits are all reported. `*resume` becomes the
/// `from` of the next call, and equals `length` when the text is done.
///
/// The hits of one position are never split over two calls, so `capacity` must be at least the
/// number of literals that can start at one position, which is 62 when no two are equal. With less,
/// a call may return 0 with `*resume` equal to `from`. A call that stops because `hits` is full
/// repeats up to 4 KiB of work in the next one; a capacity of 1,000 makes that rare.
size_t literal_scan_find(const literal_scan *scan, const uint8_t *text, size_t length, size_t from,
                         literal_hit *hits, size_t capacity, size_t *resume);

/// The code path in use: "avx2", "ssse3", "neon" or "portable".
const char *literal_scan_path(void);

/// For tests: makes the whole process use the path of that name from now on. Returns 1, or 0
/// without a change when this build or this CPU does not have it. Every path finds the same hits,
/// so other threads may go on scanning.
int literal_scan_force_path(const char *name);

/// How many bytes of text[0..<length] equal `byte` (newlines, for line numbers).
size_t byte_count(const uint8_t *text, size_t length, uint8_t byte);

#ifdef __cplusplus
}
#endif

#endif
