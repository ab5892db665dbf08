// The loops that touch every byte of a text, once per kind of CPU, and the choice among them.
#include "kernels.h"

#include <stdatomic.h>
#include <string.h>

#include "CLiteralScan.h"

#if defined(__x86_64__) && !defined(_MSC_VER)
#define HAVE_X86 1
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#define HAVE_NEON 1
#include <arm_neon.h>
#endif

// Adds a block to the list without a branch: whether a block has candidates is close to random,
// and a mispredicted branch costs as much as scanning the block. `found` may be written at
// [count] even when nothing is kept, as count <= number of blocks seen before this one.
static inline size_t keep_block(candidate_block *found, size_t count, size_t offset,
                                uint64_t candidates) {
  found[count].candidates = candidates;
  found[count].offset = offset;
  return count + (candidates != 0);
}

// ---- Portable

// The filter alone, at every position. This and the other collect functions are
// collect_candidates for one kind of CPU.
static size_t collect_portable(const fingerprints *prints, const uint8_t *text, size_t blocks,
                               candidate_block *found) {
  size_t count = 0;
  for (size_t offset = 0; offset < blocks * BLOCK; offset += BLOCK) {
    uint64_t candidates = 0;
    for (size_t i = 0; i < BLOCK; i++) {
      candidates |= (uint64_t)filter_has(prints, load_key(text + offset + i)) << i;
    }
    count = keep_block(found, count, offset, candidates);
  }
  return count;
}

// Also counts the ends that are too short for the vector paths.
static size_t count_portable(const uint8_t *text, size_t length, uint8_t byte) {
  size_t count = 0;
  for (size_t i = 0; i < length; i++) count += text[i] == byte;
  return count;
}

// ---- x86-64

#if HAVE_X86
#define AVX2 __attribute__((target("avx2")))
#define SSSE3 __attribute__((target("ssse3")))

// The fingerprint tables in registers; both halves of each hold the same 16 bytes, because a
// shuffle looks up within its half only.
typedef struct {
  __m256i low[FINGERPRINT], high[FINGERPRINT];
} tables_avx2;

// The same 16 bytes in both halves.
AVX2 static inline __m256i broadcast_avx2(const uint8_t table[16]) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

// The buckets of which byte number `k` fits, for 32 positions at once.
AVX2 static inline __m256i buckets_avx2(const tables_avx2 *tables, const uint8_t *text, int k) {
  const __m256i nibble = _mm256_set1_epi8(15);
  __m256i bytes = _mm256_loadu_si256((const __m256i *)(text + k));
  __m256i low = _mm256_and_si256(bytes, nibble);
  __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble);
  return _mm256_and_si256(_mm256_shuffle_epi8(tables->low[k], low),
                          _mm256_shuffle_epi8(tables->high[k], high));
}

// One bit for each of 32 positions where all four bytes fit one bucket.
AVX2 static inline uint32_t candidates_avx2(const tables_avx2 *tables, const uint8_t *text) {
  __m256i first = _mm256_and_si256(buckets_avx2(tables, text, 0), buckets_avx2(tables, text, 1));
  __m256i last = _mm256_and_si256(buckets_avx2(tables, text, 2), buckets_avx2(tables, text, 3));
  __m256i none = _mm256_cmpeq_epi8(_mm256_and_si256(first, last), _mm256_setzero_si256());
  return ~(uint32_t)_mm256_movemask_epi8(none);
}

AVX2 static size_t collect_avx2(const fingerprints *prints, const uint8_t *text, size_t blocks,
                                candidate_block *found) {
  tables_avx2 tables;
  for (int k = 0; k < FINGERPRINT; k++) {
    tables.low[k] = broadcast_avx2(prints->low[k]);
    tables.high[k] = broadcast_avx2(prints->high[k]);
  }
  size_t count = 0;
  for (size_t offset = 0; offset < blocks * BLOCK; offset += BLOCK) {
    uint64_t first = candidates_avx2(&tables, text + offset);
    uint64_t second = candidates_avx2(&tables, text + offset + 32);
    count = keep_block(found, count, offset, first | second << 32);
  }
  return count;
}

// Byte counters overflow after 255 rounds, so they are emptied into 64-bit ones before that.
AVX2 static size_t count_avx2(const uint8_t *text, size_t length, uint8_t byte) {
  const __m256i wanted = _mm256_set1_epi8((char)byte);
  const __m256i zero = _mm256_setzero_si256();
  __m256i total = zero;
  size_t i = 0;
  while (length - i >= 64) {
    size_t rounds = (length - i) / 64 < 255 ? (length - i) / 64 : 255;
    __m256i first = zero, second = zero;
    for (; rounds > 0; rounds--, i += 64) {
      __m256i a = _mm256_loadu_si256((const __m256i *)(text + i));
      __m256i b = _mm256_loadu_si256((const __m256i *)(text + i + 32));
      first = _mm256_sub_epi8(first, _mm256_cmpeq_epi8(a, wanted));
      second = _mm256_sub_epi8(second, _mm256_cmpeq_epi8(b, wanted));
    }
    total = _mm256_add_epi64(total, _mm256_sad_epu8(first, zero));
    total = _mm256_add_epi64(total, _mm256_sad_epu8(second, zero));
  }
  uint64_t parts[4];
  _mm256_storeu_si256((__m256i *)parts, total);
  return (size_t)(parts[0] + parts[1] + parts[2] + parts[3]) +
         count_portable(text + i, length - i, byte);
}

typedef struct {
  __m128i low[FINGERPRINT], high[FINGERPRINT];
} tables_ssse3;

// As buckets_avx2, for 16 positions.
SSSE3 static inline __m128i buckets_ssse3(const tables_ssse3 *tables, const uint8_t *text, int k) {
  const __m128i nibble = _mm_set1_epi8(15);
  __m128i bytes = _mm_loadu_si128((const __m128i *)(text + k));
  __m128i low = _mm_and_si128(bytes, nibble);
  __m128i high = _mm_and_si128(_mm_srli_epi16(bytes, 4), nibble);
  return _mm_and_si128(_mm_shuffle_epi8(tables->low[k], low),
                       _mm_shuffle_epi8(tables->high[k], high));
}

// As candidates_avx2, for 16 positions.
SSSE3 static inline uint64_t candidates_ssse3(const tables_ssse3 *tables, const uint8_t *text) {
  __m128i first = _mm_and_si128(buckets_ssse3(tables, text, 0), buckets_ssse3(tables, text, 1));
  __m128i last = _mm_and_si128(buckets_ssse3(tables, text, 2), buckets_ssse3(tables, text, 3));
  __m128i none = _mm_cmpeq_epi8(_mm_and_si128(first, last), _mm_setzero_si128());
  return (uint64_t)_mm_movemask_epi8(none) ^ 0xFFFF;
}

SSSE3 static size_t collect_ssse3(const fingerprints *prints, const uint8_t *text, size_t blocks,
                                  candidate_block *found) {
  tables_ssse3 tables;
  for (int k = 0; k < FINGERPRINT; k++) {
    tables.low[k] = _mm_loadu_si128((const __m128i *)prints->low[k]);
    tables.high[k] = _mm_loadu_si128((const __m128i *)prints->high[k]);
  }
  size_t count = 0;
  for (size_t offset = 0; offset < blocks * BLOCK; offset += BLOCK) {
    uint64_t candidates = 0;
    for (int part = 0; part < BLOCK; part += 16) {
      candidates |= candidates_ssse3(&tables, text + offset + part) << part;
    }
    count = keep_block(found, count, offset, candidates);
  }
  return count;
}

// As count_avx2; SSE2 is enough for it.
SSSE3 static size_t count_ssse3(const uint8_t *text, size_t length, uint8_t byte) {
  const __m128i wanted = _mm_set1_epi8((char)byte);
  const __m128i zero = _mm_setzero_si128();
  __m128i total = zero;
  size_t i = 0;
  while (length - i >= 32) {
    size_t rounds = (length - i) / 32 < 255 ? (length - i) / 32 : 255;
    __m128i first = zero, second = zero;
    for (; rounds > 0; rounds--, i += 32) {
      __m128i a = _mm_loadu_si128((const __m128i *)(text + i));
      __m128i b = _mm_loadu_si128((const __m128i *)(text + i + 16));
      first = _mm_sub_epi8(first, _mm_cmpeq_epi8(a, wanted));
      second = _mm_sub_epi8(second, _mm_cmpeq_epi8(b, wanted));
    }
    total = _mm_add_epi64(total, _mm_sad_epu8(first, zero));
    total = _mm_add_epi64(total, _mm_sad_epu8(second, zero));
  }
  uint64_t parts[2];
  _mm_storeu_si128((__m128i *)parts, total);
  return (size_t)(parts[0] + parts[1]) + count_portable(text + i, length - i, byte);
}
#endif

// ---- arm64

#if HAVE_NEON
typedef struct {
  uint8x16_t low[FINGERPRINT], high[FINGERPRINT];
} tables_neon;

// As buckets_avx2, for 16 positions.
static inline uint8x16_t buckets_neon(const tables_neon *tables, const uint8_t *text, int k) {
  uint8x16_t bytes = vld1q_u8(text + k);
  return vandq_u8(vqtbl1q_u8(tables->low[k], vandq_u8(bytes, vdupq_n_u8(15))),
                  vqtbl1q_u8(tables->high[k], vshrq_n_u8(bytes, 4)));
}

// All ones in each of 16 positions where all four bytes fit one bucket.
static inline uint8x16_t candidates_neon(const tables_neon *tables, const uint8_t *text) {
  uint8x16_t first = vandq_u8(buckets_neon(tables, text, 0), buckets_neon(tables, text, 1));
  uint8x16_t last = vandq_u8(buckets_neon(tables, text, 2), buckets_neon(tables, text, 3));
  return vtstq_u8(first, last);
}

// One bit per byte: every byte keeps the bit of its position among eight, and three rounds of
// adding neighbours gather eight bytes in one.
static inline uint64_t mask_neon(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t position = vreinterpretq_u8_u64(vdupq_n_u64(UINT64_C(0x8040201008040201)));
  uint8x16_t ab = vpaddq_u8(vandq_u8(a, position), vandq_u8(b, position));
  uint8x16_t cd = vpaddq_u8(vandq_u8(c, position), vandq_u8(d, position));
  uint8x16_t abcd = vpaddq_u8(ab, cd);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(abcd, abcd)), 0);
}

static size_t collect_neon(const fingerprints *prints, const uint8_t *text, size_t blocks,
                           candidate_block *found) {
  tables_neon tables;
  for (int k = 0; k < FINGERPRINT; k++) {
    tables.low[k] = vld1q_u8(prints->low[k]);
    tables.high[k] = vld1q_u8(prints->high[k]);
  }
  size_t count = 0;
  for (size_t offset = 0; offset < blocks * BLOCK; offset += BLOCK) {
    const uint8_t *at = text + offset;
    uint64_t candidates =
        mask_neon(candidates_neon(&tables, at), candidates_neon(&tables, at + 16),
                  candidates_neon(&tables, at + 32), candidates_neon(&tables, at + 48));
    count = keep_block(found, count, offset, candidates);
  }
  return count;
}

// As count_avx2.
static size_t count_neon(const uint8_t *text, size_t length, uint8_t byte) {
  const uint8x16_t wanted = vdupq_n_u8(byte);
  size_t count = 0, i = 0;
  while (length - i >= 32) {
    size_t rounds = (length - i) / 32 < 255 ? (length - i) / 32 : 255;
    uint8x16_t first = vdupq_n_u8(0), second = vdupq_n_u8(0);
    for (; rounds > 0; rounds--, i += 32) {
      first = vsubq_u8(first, vceqq_u8(vld1q_u8(text + i), wanted));
      second = vsubq_u8(second, vceqq_u8(vld1q_u8(text + i + 16), wanted));
    }
    count += (size_t)vaddlvq_u8(first) + vaddlvq_u8(second);
  }
  return count + count_portable(text + i, length - i, byte);
}
#endif

// ---- Choice

typedef struct {
  const char *name;
  size_t (*collect)(const fingerprints *, const uint8_t *, size_t, candidate_block *);
  size_t (*count)(const uint8_t *, size_t, uint8_t);
} path;

// Best first; every build ends with the portable one.
static const path paths[] = {
#if HAVE_X86
    {"avx2", collect_avx2, count_avx2},
    {"ssse3", collect_ssse3, count_ssse3},
#elif HAVE_NEON
    {"neon", collect_neon, count_neon},
#endif
    {"portable", collect_portable, count_portable},
};

enum { PATHS = sizeof paths / sizeof paths[0] };

// The path in use, or NULL before the first use. Relaxed order is enough: it points to
// constants, and threads that race to set it set the same one.
static _Atomic(const path *) chosen = NULL;

// Whether this CPU runs a path that this build has.
static bool cpu_has(const path *candidate) {
#if HAVE_X86
  __builtin_cpu_init();
  if (candidate->collect == collect_avx2) return __builtin_cpu_supports("avx2");
  if (candidate->collect == collect_ssse3) return __builtin_cpu_supports("ssse3");
#endif
  return candidate != NULL;
}

// Chooses at the first use, so that no set-up call is needed.
static const path *current_path(void) {
  const path *current = atomic_load_explicit(&chosen, memory_order_relaxed);
  if (current != NULL) return current;
  current = paths;
  while (!cpu_has(current)) current++;
  atomic_store_explicit(&chosen, current, memory_order_relaxed);
  return current;
}

const char *literal_scan_path(void) { return current_path()->name; }

int literal_scan_force_path(const char *name) {
  for (const path *candidate = paths; candidate < paths + PATHS; candidate++) {
    if (strcmp(candidate->name, name) == 0 && cpu_has(candidate)) {
      atomic_store_explicit(&chosen, candidate, memory_order_relaxed);
      return 1;
    }
  }
  return 0;
}

size_t collect_candidates(const fingerprints *prints, const uint8_t *text, size_t blocks,
                          candidate_block *found) {
  return current_path()->collect(prints, text, blocks, found);
}

size_t byte_count(const uint8_t *text, size_t length, uint8_t byte) {
  return length == 0 ? 0 : current_path()->count(text, length, byte);
}
