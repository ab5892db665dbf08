// What literal_scan.c (which knows literals) and kernels.c (which knows CPUs) share.
#ifndef KERNELS_H
#define KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  BLOCK = 64,         // Bytes of text that one candidate mask covers.
  FINGERPRINT = 4,    // Leading bytes of a literal that the vector paths look at.
  LOOKAHEAD = FINGERPRINT - 1  // Bytes after a block that its last fingerprints reach.
};

// What a path needs in order to tell where a literal may start. Never misses a literal.
typedef struct {
  // Bucket b may match at a position when, for all four bytes k there, bit b is set both in
  // low[k][byte & 15] and in high[k][byte >> 4].
  uint8_t low[FINGERPRINT][16];
  uint8_t high[FINGERPRINT][16];
  // The filter has a bit per hash of the first bytes of the literals: see filter_has. It follows this
  // struct in the same piece of memory; the shift leaves as many bits of a hash as number its bits.
  uint32_t filter_shift;
  // Which of the first four bytes all literals have: all, or three when one is that short.
  uint32_t key_mask;
} fingerprints;

// The positions of one block where a literal may start: bit i is set for offset + i.
typedef struct {
  uint64_t candidates;
  size_t offset;
} candidate_block;

// Multiplicative hashing; the upper bits of the product are the good ones.
static inline uint32_t key_hash(uint32_t key) { return key * UINT32_C(0x9E3779B1); }

// Four bytes as a number, first byte lowest on every CPU; compilers make one load of it.
static inline uint32_t load_key(const uint8_t *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// The number of a key's bit in the filter.
static inline uint32_t filter_bit(const fingerprints *prints, uint32_t key) {
  return key_hash(key & prints->key_mask) >> prints->filter_shift;
}

// Whether a literal may start with these four bytes: false is certain, true almost so.
static inline bool filter_has(const fingerprints *prints, uint32_t key) {
  const uint64_t *filter = (const uint64_t *)(prints + 1);
  uint32_t bit = filter_bit(prints, key);
  return filter[bit / 64] >> (bit % 64) & 1;
}

// Writes the blocks of text[0..<blocks * BLOCK] that have candidates, in order, and returns how
// many. `found` has room for `blocks`. Reads LOOKAHEAD bytes beyond the last block.
size_t collect_candidates(const fingerprints *prints, const uint8_t *text, size_t blocks,
                          candidate_block *found);

#endif
