#ifndef CLITERALSCAN_H
#define CLITERALSCAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The shortest and the longest literal, and how many literals one scan takes.
enum {
  LITERAL_SCAN_MIN_LENGTH = 3,
  LITERAL_SCAN_MAX_LENGTH = 64,
  LITERAL_SCAN_MAX_COUNT = 1024
};

/// A set of literals, prepared for finding all of them in one pass over a text. It never changes
/// after creation, so any number of threads may use one at the same time.
typedef struct literal_scan literal_scan;

/// One occurrence: literals[literal] stands at text[position].
typedef struct {
  size_t position;
  uint32_t literal;
} literal_hit;

/// Prepares `count` literals; literals[i] has lengths[i] arbitrary bytes, which are copied.
/// Duplicates and literals that begin with another one are allowed.
///
/// Returns NULL when count is 0 or above LITERAL_SCAN_MAX_COUNT, when a length lies outside
/// LITERAL_SCAN_MIN_LENGTH...LITERAL_SCAN_MAX_LENGTH, or when memory is out.
literal_scan *literal_scan_create(const uint8_t *const *literals, const size_t *lengths,
                                  size_t count);

/// Frees a scan; NULL is fine. No thread may still be using it.
void literal_scan_free(literal_scan *scan);

/// Finds the literals that start in text[from..<length] and lie wholly inside text[0..<length].
///
/// Writes at most `capacity` hits, in ascending position and, within one position, in ascending
/// literal index; returns how many. Overlapping hits are all reported. `*resume` becomes the
/// `from` of the next call, and equals `length` when the text is done.
///
/// The hits of one position are never split over two calls, so `capacity` must be at least the
/// number of literals: with less, a call may return 0 without getting ahead. A call that stops
/// because `hits` is full repeats up to 4 KiB of work in the next one; some 1,000 hits are plenty.
size_t literal_scan_find(const literal_scan *scan, const uint8_t *text, size_t length, size_t from,
                         literal_hit *hits, size_t capacity, size_t *resume);

/// The code path in use: "avx2", "ssse3", "neon" or "portable".
const char *literal_scan_path(void);

/// For tests: makes the whole process use the path of that name from now on. Returns 0, and
/// changes nothing, when this build or this CPU has not got it, else 1. Every path finds the
/// same hits. Not to be called while another thread scans.
int literal_scan_force_path(const char *name);

/// How many bytes of text[0..<length] equal `byte` (newlines, for line numbers).
size_t byte_count(const uint8_t *text, size_t length, uint8_t byte);

#ifdef __cplusplus
}
#endif

#endif
