// Compares the literal scan with a naive one, on every path that this CPU has: `make scan-sanitize`
// builds it with the address and the undefined-behaviour sanitizer.
//
// usage: scan-check [SEED [ROUNDS]]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CLiteralScan.h"

enum { MOST_LITERALS = 3000, MOST_TEXT = 9000, CAPACITY = 4096 };

static uint64_t state;

// SplitMix64.
static uint64_t next_random(void) {
  uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

static size_t below(size_t limit) { return (size_t)(next_random() % limit); }

typedef struct {
  size_t count;
  uint8_t *literals[MOST_LITERALS];
  size_t lengths[MOST_LITERALS];
} literal_set;

// Literals over a small alphabet, so that many share their leading bytes and some are equal or
// prefixes of others; each in a piece of memory of exactly its size.
static void make_literals(literal_set *set, unsigned alphabet) {
  size_t most = below(8) == 0 ? MOST_LITERALS : 1 + below(200);
  set->count = 1 + below(most);
  for (size_t i = 0; i < set->count; i++) {
    size_t length = 3 + (below(4) == 0 ? below(62) : below(6));
    uint8_t *bytes = malloc(length);
    for (size_t k = 0; k < length; k++) bytes[k] = (uint8_t)(alphabet == 256 ? below(256) : 'a' + below(alphabet));
    if (i > 0 && below(10) == 0) {
      const uint8_t *other = set->literals[i - 1];
      size_t shared = set->lengths[i - 1] < length ? set->lengths[i - 1] : length;
      memcpy(bytes, other, shared);
    }
    set->literals[i] = bytes;
    set->lengths[i] = length;
  }
}

static void free_literals(literal_set *set) {
  for (size_t i = 0; i < set->count; i++) free(set->literals[i]);
}

// Random bytes with literals planted at random positions, the very end among them.
static void make_text(const literal_set *set, uint8_t *text, size_t length, unsigned alphabet) {
  for (size_t i = 0; i < length; i++) text[i] = (uint8_t)(alphabet == 256 ? below(256) : 'a' + below(alphabet));
  for (size_t planted = below(40); planted > 0; planted--) {
    size_t literal = below(set->count), size = set->lengths[literal];
    if (size > length) continue;
    size_t position = below(5) == 0 ? length - size : below(length - size + 1);
    memcpy(text + position, set->literals[literal], size);
  }
}

static size_t naive(const literal_set *set, const uint8_t *text, size_t length, literal_hit **hits) {
  size_t count = 0, capacity = 1024;
  *hits = malloc(capacity * sizeof **hits);
  for (size_t position = 0; position < length; position++) {
    for (size_t i = 0; i < set->count; i++) {
      if (set->lengths[i] > length - position) continue;
      if (memcmp(text + position, set->literals[i], set->lengths[i]) != 0) continue;
      if (count == capacity) *hits = realloc(*hits, (capacity *= 2) * sizeof **hits);
      (*hits)[count++] = (literal_hit){position, (uint32_t)i};
    }
  }
  return count;
}

static void fail(const char *path, const char *what) {
  printf("%s: %s\n", path, what);
  exit(1);
}

static void compare(const literal_scan *scan, const uint8_t *text, size_t length,
                    const literal_hit *wanted, size_t count, size_t capacity, const char *path) {
  literal_hit *hits = malloc(capacity * sizeof *hits);
  size_t found = 0;
  for (size_t from = 0; from < length;) {
    size_t resume = length;
    size_t part = literal_scan_find(scan, text, length, from, hits, capacity, &resume);
    if (part > count - found) fail(path, "more hits than the naive scan has");
    for (size_t i = 0; i < part; i++, found++) {
      if (hits[i].position != wanted[found].position || hits[i].literal != wanted[found].literal) {
        fail(path, "another hit than the naive scan has");
      }
    }
    if (resume <= from) fail(path, "no progress");
    from = resume;
  }
  if (found != count) fail(path, "fewer hits than the naive scan has");
  free(hits);
}

// A scan that is kept and restored finds the same; damaged bytes are refused or harmless.
static void try_kept(const literal_scan *scan, const uint8_t *text, size_t length,
                     const literal_hit *wanted, size_t count) {
  size_t size = literal_scan_size(scan);
  uint8_t *bytes = malloc(size);
  memcpy(bytes, scan, size);
  literal_scan *restored = literal_scan_restore(bytes, size);
  if (restored == NULL) fail("restore", "refused its own bytes");
  compare(restored, text, length, wanted, count, CAPACITY, "restore");
  literal_scan_free(restored);
  if (literal_scan_restore(bytes, size - 1) != NULL) fail("restore", "took a cut scan");
  for (int flip = 0; flip < 20; flip++) {
    size_t at = below(2) ? below(size) : below(size < 200 ? size : 200);
    uint8_t old = bytes[at];
    bytes[at] ^= (uint8_t)(1 << below(8));
    literal_scan *damaged = literal_scan_restore(bytes, size);
    if (damaged != NULL) {
      literal_hit *hits = malloc(CAPACITY * sizeof *hits);
      for (size_t from = 0, resume = 0; from < length; from = resume) {
        literal_scan_find(damaged, text, length, from, hits, CAPACITY, &resume);
        if (resume <= from) break;
      }
      free(hits);
      literal_scan_free(damaged);
    }
    bytes[at] = old;
  }
  free(bytes);
}

static size_t try_counting(const uint8_t *text, size_t length) {
  uint8_t byte = length == 0 ? 0 : text[below(length)];
  size_t wanted = 0;
  for (size_t i = 0; i < length; i++) wanted += text[i] == byte;
  if (byte_count(text, length, byte) != wanted) fail(literal_scan_path(), "wrong byte count");
  return wanted;
}

int main(int count, char **arguments) {
  static const char *const paths[] = {"avx2", "ssse3", "neon", "portable"};
  uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 0) : 1;
  size_t rounds = count > 2 ? strtoul(arguments[2], NULL, 0) : 400, hits = 0, texts = 0;
  state = seed;
  printf("seed %llu, paths:", (unsigned long long)seed);
  for (size_t p = 0; p < 4; p++) {
    if (literal_scan_force_path(paths[p])) printf(" %s", paths[p]);
  }
  printf("\n");
  for (size_t round = 0; round < rounds; round++) {
    unsigned alphabet = (unsigned[]){2, 4, 26, 256}[below(4)];
    literal_set set;
    make_literals(&set, alphabet);
    literal_scan *scan = literal_scan_create((const uint8_t *const *)set.literals, set.lengths, set.count);
    if (scan == NULL) fail("create", "refused good literals");
    for (int each = 0; each < 4; each++) {
      size_t length = below(3) == 0 ? below(300) : below(MOST_TEXT);
      // Memory of exactly the text's size behind a random gap: any alignment, and a read past either
      // end is seen by the sanitizer.
      size_t gap = below(64);
      uint8_t *memory = malloc(gap + length + (length == 0)), *text = memory + gap;
      make_text(&set, text, length, alphabet);
      literal_hit *wanted;
      size_t expected = naive(&set, text, length, &wanted);
      for (size_t p = 0; p < 4; p++) {
        if (!literal_scan_force_path(paths[p])) continue;
        compare(scan, text, length, wanted, expected, set.count, paths[p]);
        compare(scan, text, length, wanted, expected, CAPACITY, paths[p]);
        try_counting(text, length);
      }
      try_kept(scan, text, length, wanted, expected);
      hits += expected;
      texts++;
      free(wanted);
      free(memory);
    }
    literal_scan_free(scan);
    free_literals(&set);
  }
  printf("%zu sets of literals, %zu texts, %zu hits: every path agrees with the naive scan\n", rounds, texts, hits);
  return 0;
}
