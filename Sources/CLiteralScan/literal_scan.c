// Preparing literals, and turning the candidates of a text into hits.
//
// A scan has three sieves, each far rarer to pass than the one before: the fingerprints (in
// kernels.c, every byte of the text), the filter (every candidate), and a hash table of the
// leading bytes, whose literals are then compared in full.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "CLiteralScan.h"
#include "kernels.h"

enum {
  BUCKETS = 8,         // One per bit of a byte.
  WINDOW_BLOCKS = 64,  // Blocks searched for candidates at a time: 4 KiB, still cached for hits.
  // The filter has at least 2^15 bits (4 KiB, so it stays in the first-level cache) and 16 for each
  // prefix up to 2^20, so that of the candidates in ordinary text few pass it by accident.
  MIN_FILTER_BITS = 15,
  MAX_FILTER_BITS = 20,
  FILTER_BITS_PER_PREFIX = 16
};

// A literal: bytes[offset..<offset + length] of the scan.
typedef struct {
  uint32_t offset;
  uint32_t length;
  uint32_t literal;  // Its index in the list that the scan was made from.
} entry;

// The literals that share their leading bytes: entries[first..<first + count], in ascending
// index. An unused slot has a count of 0.
typedef struct {
  uint32_t key;
  uint32_t first;
  uint32_t count;
  uint32_t width;  // How many bytes the key has: 4, or 3 for the literals of just three.
} slot;

// Followed in the same piece of memory by the filter, the entries, the slots and the bytes of the
// literals. It holds no pointer, so it can be kept in a file.
struct literal_scan {
  uint32_t layout;       // LAYOUT: another value means that another build has made it.
  uint32_t count;        // Literals, and so entries.
  uint32_t literal_bytes;   // Bytes of all literals together.
  uint32_t filter_bits;  // The filter has 2^filter_bits bits.
  uint32_t slot_shift;   // Leaves the bits of a hash that number a slot.
  uint32_t slot_mask;    // The number of slots, a power of two, less one.
  uint32_t entries_at;   // Where the parts start, in bytes from the start of this struct.
  uint32_t slots_at;
  uint32_t bytes_at;
  uint32_t size;
  fingerprints prints;   // The last member, because the filter follows it.
};

// Raise it when the meaning of any stored byte changes. A CPU of the other byte order reads another
// number, and so refuses the scan.
static const uint32_t LAYOUT = 0x51C40003;

static uint64_t *filter_of(const literal_scan *scan) { return (uint64_t *)(scan + 1); }

static entry *entries_of_scan(const literal_scan *scan) {
  return (entry *)((uint8_t *)scan + scan->entries_at);
}

static slot *slots_of(const literal_scan *scan) {
  return (slot *)((uint8_t *)scan + scan->slots_at);
}

static uint8_t *bytes_of(const literal_scan *scan) { return (uint8_t *)scan + scan->bytes_at; }

size_t literal_scan_count(const literal_scan *scan) { return scan->count; }

size_t literal_scan_size(const literal_scan *scan) { return scan->size; }

// ---- Leading bytes
//
// A `prefix` is a literal's first four bytes as a number that sorts like the bytes (the first one
// highest), then one bit that is set when there are four; without it the fourth byte is 0.

static uint64_t prefix_of(const uint8_t *literal, size_t length) {
  bool whole = length >= FINGERPRINT;
  uint64_t bytes = 0;
  for (unsigned k = 0; k < 3; k++) bytes = bytes << 8 | literal[k];
  return bytes << 9 | (whole ? (uint64_t)literal[3] << 1 | 1 : 0);
}

// How many bytes it has.
static unsigned prefix_width(uint64_t prefix) { return prefix & 1 ? 4 : 3; }

// Byte number `k`, counted from 0.
static uint8_t prefix_byte(uint64_t prefix, unsigned k) {
  return (uint8_t)(prefix >> (25 - 8 * k));
}

// The bytes as load_key reads them from a text.
static uint32_t prefix_key(uint64_t prefix) {
  uint8_t bytes[FINGERPRINT];
  for (unsigned k = 0; k < FINGERPRINT; k++) bytes[k] = prefix_byte(prefix, k);
  return load_key(bytes);
}

// ---- Buckets
//
// A bucket's fingerprint lets through every combination of the nibbles of its prefixes, so the
// prefixes are sorted and cut into eight runs such that few positions of ordinary text get through.

enum { ALL_SHARES = 10000 };

// How many of ALL_SHARES bytes of chat in a European language are which: a row per high nibble, a
// column per low one. Only the orders of magnitude matter.
static const uint16_t byte_shares[16][16] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 150, 1, 1, 20, 1, 1},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {1394, 30, 10, 10, 2, 3, 3, 30, 10, 10, 5, 3, 100, 60, 100, 60},
    {120, 130, 110, 70, 60, 60, 60, 60, 60, 60, 90, 3, 3, 5, 3, 20},
    {5, 25, 20, 20, 20, 20, 15, 15, 20, 25, 10, 10, 20, 25, 20, 15},
    {20, 3, 20, 30, 30, 10, 5, 20, 2, 10, 2, 3, 1, 3, 1, 10},
    {1, 430, 95, 155, 210, 665, 110, 110, 255, 375, 10, 60, 235, 135, 365, 405},
    {100, 10, 330, 335, 470, 155, 55, 95, 10, 100, 10, 2, 2, 2, 2, 1},
    {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 30, 20, 10, 10, 60},
    {10, 10, 10, 10, 10, 10, 10, 10, 20, 10, 10, 40, 20, 10, 10, 60},
    {15, 10, 10, 10, 10, 15, 10, 10, 30, 40, 20, 10, 20, 10, 10, 10},
    {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 20, 10, 10, 10},
    {1, 1, 10, 30, 5, 5, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5},
    {20, 20, 1, 1, 1, 1, 1, 5, 5, 5, 1, 1, 1, 1, 1, 1},
    {5, 1, 60, 10, 10, 10, 10, 10, 10, 10, 5, 5, 5, 5, 5, 20},
    {60, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
};

// The bytes that pass one position of a fingerprint: each low nibble with each high one.
typedef struct {
  uint16_t low;          // A bit per nibble.
  uint16_t high;
  uint16_t columns[16];  // Per low nibble, the shares of the bytes it makes with the high ones.
  uint32_t share;        // The sum of columns[i] for the bits i of low.
} byte_set;

typedef struct {
  byte_set positions[FINGERPRINT];
} fingerprint_set;

// Updates `share` instead of summing again: preparing a scan spends most of its time here.
static void add_byte(byte_set *set, uint8_t byte) {
  unsigned low = byte & 15, high = byte >> 4;
  if (!(set->high >> high & 1)) {
    set->high |= (uint16_t)(1 << high);
    for (unsigned i = 0; i < 16; i++) {
      set->columns[i] += byte_shares[high][i];
      set->share += set->low >> i & 1 ? byte_shares[high][i] : 0;
    }
  }
  if (!(set->low >> low & 1)) {
    set->low |= (uint16_t)(1 << low);
    set->share += set->columns[low];
  }
}

// At the fourth position of a literal of three bytes every byte passes.
static void add_prefix(fingerprint_set *set, uint64_t prefix) {
  unsigned width = prefix_width(prefix);
  for (unsigned k = 0; k < width; k++) add_byte(&set->positions[k], prefix_byte(prefix, k));
  if (width < FINGERPRINT) {
    set->positions[3].low = set->positions[3].high = 0xFFFF;
    set->positions[3].share = ALL_SHARES;
  }
}

// The share of a text's positions that pass.
static float hit_rate(const fingerprint_set *set) {
  const float unit = 1.0f / (float)ALL_SHARES;
  float rate = 1;
  for (int k = 0; k < FINGERPRINT; k++) rate *= (float)set->positions[k].share * unit;
  return rate;
}

// A run of prefixes, prefixes[start..<end]; cutting it at `cut` lowers the hit rate by `gain`.
typedef struct {
  size_t start, end, cut;
  float gain;
} run;

// Tries every cut, in two sweeps that grow a set from either end. Every run of two prefixes or
// more gets a cut, even one that gains nothing: spare buckets cost nothing either. `rates` has room
// for a number per prefix.
static run best_cut(const uint64_t *prefixes, size_t start, size_t end, float *rates) {
  run best = {start, end, end, 0};
  fingerprint_set set = {0};
  for (size_t i = start; i < end; i++) {
    add_prefix(&set, prefixes[i]);
    rates[i] = hit_rate(&set);  // Of prefixes[start...i].
  }
  set = (fingerprint_set){0};
  for (size_t i = end - 1; i > start; i--) {
    add_prefix(&set, prefixes[i]);
    float gain = rates[end - 1] - rates[i - 1] - hit_rate(&set);
    if (best.cut == end || gain > best.gain) {
      best.cut = i;
      best.gain = gain;
    }
  }
  return best;
}

// Cuts the run whose cut gains most, until there are as many runs as buckets. Returns the number
// of runs, which is lower when there are fewer prefixes.
static size_t cut_into_runs(const uint64_t *prefixes, size_t count, float *rates,
                            run runs[BUCKETS]) {
  size_t made = 1;
  runs[0] = best_cut(prefixes, 0, count, rates);
  while (made < BUCKETS) {
    run *widest = NULL;
    for (run *each = runs; each < runs + made; each++) {
      bool divisible = each->cut < each->end;
      if (divisible && (widest == NULL || each->gain > widest->gain)) widest = each;
    }
    if (widest == NULL) break;
    runs[made++] = best_cut(prefixes, widest->cut, widest->end, rates);
    *widest = best_cut(prefixes, widest->start, widest->cut, rates);
  }
  return made;
}

// Sets the bit of a bucket wherever a nibble belongs to its set.
static void fill_bucket(fingerprints *prints, int bucket, const fingerprint_set *set) {
  for (int k = 0; k < FINGERPRINT; k++) {
    for (int nibble = 0; nibble < 16; nibble++) {
      prints->low[k][nibble] |= (uint8_t)((set->positions[k].low >> nibble & 1) << bucket);
      prints->high[k][nibble] |= (uint8_t)((set->positions[k].high >> nibble & 1) << bucket);
    }
  }
}

// `prefixes` are sorted and differ from one another; `rates` has room for a number per prefix.
static void fill_buckets(fingerprints *prints, const uint64_t *prefixes, size_t count,
                         float *rates) {
  run runs[BUCKETS];
  size_t made = cut_into_runs(prefixes, count, rates, runs);
  for (size_t bucket = 0; bucket < made; bucket++) {
    fingerprint_set set = {0};
    for (size_t i = runs[bucket].start; i < runs[bucket].end; i++) add_prefix(&set, prefixes[i]);
    fill_bucket(prints, (int)bucket, &set);
  }
}

// ---- Filter and hash table

// Sets the bit that filter_has looks at.
static void add_to_filter(literal_scan *scan, uint32_t key) {
  uint32_t bit = filter_bit(&scan->prints, key);
  filter_of(scan)[bit / 64] |= UINT64_C(1) << (bit % 64);
}

// The slot of a key, or the unused one where it would go: the table is at most half full.
static inline slot *find_slot(const literal_scan *scan, uint32_t key, unsigned width) {
  slot *slots = slots_of(scan);
  uint32_t i = key_hash(key) >> scan->slot_shift;
  while (slots[i].count != 0 && (slots[i].key != key || slots[i].width != width)) {
    i = (i + 1) & scan->slot_mask;
  }
  return &slots[i];
}

// ---- Creation

// For qsort; a difference would not fit an int.
static int compare_numbers(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left > right) - (left < right);
}

// The bytes of all literals together, or 0 when the literals are not allowed.
static size_t total_length(const size_t *lengths, size_t count) {
  if (count == 0 || count > LITERAL_SCAN_MAX_COUNT) return 0;
  size_t total = 0;
  for (size_t i = 0; i < count; i++) {
    if (lengths[i] < LITERAL_SCAN_MIN_LENGTH || lengths[i] > LITERAL_SCAN_MAX_LENGTH) return 0;
    total += lengths[i];
  }
  return total;
}

// The smallest number of bits, at least `bits`, that can count up to `wanted`.
static uint32_t bits_for(size_t wanted, uint32_t bits, uint32_t most) {
  while (bits < most && (size_t)1 << bits < wanted) bits++;
  return bits;
}

// The sizes of a scan, with the parts in descending order of alignment.
static literal_scan layout_of(size_t count, size_t total) {
  uint32_t slot_bits = bits_for(2 * count, 2, 31);
  literal_scan sizes = {
      .layout = LAYOUT,
      .count = (uint32_t)count,
      .literal_bytes = (uint32_t)total,
      .filter_bits = bits_for(FILTER_BITS_PER_PREFIX * count, MIN_FILTER_BITS, MAX_FILTER_BITS),
      .slot_shift = 32 - slot_bits,
      .slot_mask = (UINT32_C(1) << slot_bits) - 1,
      .entries_at = sizeof(literal_scan),
  };
  sizes.entries_at += (uint32_t)(((size_t)1 << sizes.filter_bits) / 8);
  sizes.slots_at = sizes.entries_at + (uint32_t)(count * sizeof(entry));
  sizes.bytes_at = sizes.slots_at + (uint32_t)(((size_t)1 << slot_bits) * sizeof(slot));
  sizes.size = sizes.bytes_at + sizes.literal_bytes;
  sizes.prints.key_mask = UINT32_MAX;
  sizes.prints.filter_shift = 32 - sizes.filter_bits;
  return sizes;
}

// One piece of zeroed memory for everything.
static literal_scan *allocate(size_t count, size_t total) {
  literal_scan sizes = layout_of(count, total);
  literal_scan *scan = calloc(1, sizes.size);
  if (scan != NULL) *scan = sizes;
  return scan;
}

enum { INDEX_BITS = 20 };  // Room for the index of a literal beside its prefix in one number.
_Static_assert(LITERAL_SCAN_MAX_COUNT <= 1 << INDEX_BITS, "an index must fit");
_Static_assert(sizeof(literal_scan) % sizeof(uint64_t) == 0, "the filter must be aligned");

// Fills the filter and the table from the literals in the order of their prefixes, and reduces
// `sorted` (prefix and index) to the different prefixes. Returns how many those are.
static size_t fill_table(literal_scan *scan, const uint8_t *const *literals, const size_t *lengths,
                         uint64_t *sorted) {
  size_t prefixes = 0;
  uint8_t *bytes = bytes_of(scan);
  uint32_t offset = 0;
  for (uint32_t i = 0; i < scan->count; i++) {
    uint32_t literal = (uint32_t)(sorted[i] & ((1 << INDEX_BITS) - 1));
    uint64_t prefix = sorted[i] >> INDEX_BITS;
    uint32_t length = (uint32_t)lengths[literal];
    memcpy(bytes + offset, literals[literal], length);
    entries_of_scan(scan)[i] = (entry){offset, length, literal};
    offset += length;
    slot *found = find_slot(scan, prefix_key(prefix), prefix_width(prefix));
    if (found->count++ > 0) continue;
    found->key = prefix_key(prefix);
    found->width = prefix_width(prefix);
    found->first = i;
    add_to_filter(scan, found->key);
    sorted[prefixes++] = prefix;
  }
  return prefixes;
}

literal_scan *literal_scan_create(const uint8_t *const *literals, const size_t *lengths,
                                  size_t count) {
  size_t total = total_length(lengths, count);
  literal_scan *scan = total == 0 ? NULL : allocate(count, total);
  uint64_t *sorted = malloc(count * sizeof(uint64_t));
  float *rates = malloc(count * sizeof(float));
  if (scan != NULL && sorted != NULL && rates != NULL) {
    for (size_t i = 0; i < count; i++) {
      sorted[i] = prefix_of(literals[i], lengths[i]) << INDEX_BITS | i;
      if (lengths[i] < FINGERPRINT) scan->prints.key_mask = 0xFFFFFF;
    }
    qsort(sorted, count, sizeof sorted[0], compare_numbers);
    size_t prefixes = fill_table(scan, literals, lengths, sorted);
    fill_buckets(&scan->prints, sorted, prefixes, rates);
  } else {
    free(scan);
    scan = NULL;
  }
  free(sorted);
  free(rates);
  return scan;
}

// ---- Kept scans

// Whether the sizes in the header fit the numbers of literals and bytes.
static bool header_is_sound(const literal_scan *scan, size_t size) {
  const fingerprints *prints = &scan->prints;
  if (scan->layout != LAYOUT || scan->count == 0 || scan->count > LITERAL_SCAN_MAX_COUNT ||
      scan->literal_bytes > scan->count * LITERAL_SCAN_MAX_LENGTH) {
    return false;
  }
  literal_scan wanted = layout_of(scan->count, scan->literal_bytes);
  return memcmp(scan, &wanted, offsetof(literal_scan, prints)) == 0 && scan->size == size &&
         prints->filter_shift == wanted.prints.filter_shift &&
         (prints->key_mask == UINT32_MAX || prints->key_mask == 0xFFFFFF);
}

// Whether every index lies inside its list, and a search in the slots ends.
static bool tables_are_sound(const literal_scan *scan) {
  const entry *entries = entries_of_scan(scan);
  for (uint32_t i = 0; i < scan->count; i++) {
    if (entries[i].length < LITERAL_SCAN_MIN_LENGTH || entries[i].length > scan->literal_bytes ||
        entries[i].offset > scan->literal_bytes - entries[i].length ||
        entries[i].literal >= scan->count) {
      return false;
    }
  }
  const slot *slots = slots_of(scan);
  size_t used = 0, slot_count = (size_t)scan->slot_mask + 1;
  for (size_t i = 0; i < slot_count; i++) {
    used += slots[i].count != 0;
    if (slots[i].count > scan->count || slots[i].first > scan->count - slots[i].count) return false;
  }
  return used < slot_count;
}

literal_scan *literal_scan_restore(const void *bytes, size_t size) {
  literal_scan header;
  if (size < sizeof header) return NULL;
  memcpy(&header, bytes, sizeof header);
  if (!header_is_sound(&header, size)) return NULL;
  literal_scan *scan = malloc(size);
  if (scan == NULL) return NULL;
  memcpy(scan, bytes, size);
  if (tables_are_sound(scan)) return scan;
  free(scan);
  return NULL;
}

void literal_scan_free(literal_scan *scan) { free(scan); }

// ---- Finding

// The list that hits are written to.
typedef struct {
  literal_hit *hits;
  size_t count, capacity;
} hit_list;

// The entries of a key with that many bytes; `*end` becomes their end. None for an unknown key.
static const entry *entries_of(const literal_scan *scan, uint32_t key, unsigned width,
                               const entry **end) {
  const slot *found = find_slot(scan, key, width);
  const entry *first = entries_of_scan(scan) + found->first;
  *end = first + found->count;
  return first;
}

// Adds the literals at text[position], or none of them and returns false when they do not all
// fit. Those of three bytes have a slot of their own, so two ascending lists are merged.
static bool add_hits(const literal_scan *scan, const uint8_t *text, size_t length, size_t position,
                     uint32_t key, hit_list *list) {
  const uint8_t *at = text + position, *bytes = bytes_of(scan);
  size_t left = length - position, count = list->count;
  const entry *end, *short_end = NULL, *next_short = NULL;
  const entry *next = entries_of(scan, key, 4, &end);
  if (scan->prints.key_mask != UINT32_MAX) {
    next_short = entries_of(scan, key & 0xFFFFFF, 3, &short_end);
  }
  while (next < end || next_short < short_end) {
    bool is_short = next == end || (next_short < short_end && next_short->literal < next->literal);
    const entry *each = is_short ? next_short++ : next++;
    if (each->length > left || memcmp(at, bytes + each->offset, each->length) != 0) continue;
    if (count == list->capacity) return false;
    list->hits[count++] = (literal_hit){position, each->literal};
  }
  list->count = count;
  return true;
}

// Passes the candidates of some blocks of `window` through the filter and writes the offsets of
// those that are left; returns how many. Writes first and counts afterwards, as keep_block does.
static size_t filter_candidates(const fingerprints *prints, const uint8_t *window,
                                const candidate_block *blocks, size_t count, uint16_t *offsets) {
  const uint64_t *filter = (const uint64_t *)(prints + 1);
  const uint32_t mask = prints->key_mask, shift = prints->filter_shift;
  size_t kept = 0;
  for (const candidate_block *block = blocks; block < blocks + count; block++) {
    for (uint64_t rest = block->candidates; rest != 0; rest &= rest - 1) {
      size_t offset = block->offset + (unsigned)__builtin_ctzll(rest);
      offsets[kept] = (uint16_t)offset;
      uint32_t bit = key_hash(load_key(window + offset) & mask) >> shift;
      kept += filter[bit / 64] >> (bit % 64) & 1;
    }
  }
  return kept;
}

// Adds the hits of a window of up to WINDOW_BLOCKS whole blocks. `window` is the text at `start`,
// or a copy of it, and may be read LOOKAHEAD bytes beyond those blocks. Returns the position to
// continue from when the list is full, else `length`.
static size_t add_window(const literal_scan *scan, const uint8_t *text, size_t length,
                         const uint8_t *window, size_t start, size_t blocks, hit_list *list) {
  candidate_block found[WINDOW_BLOCKS];
  uint16_t offsets[WINDOW_BLOCKS * BLOCK];
  size_t count = collect_candidates(&scan->prints, window, blocks, found);
  count = filter_candidates(&scan->prints, window, found, count, offsets);
  for (size_t i = 0; i < count; i++) {
    size_t position = start + offsets[i];
    if (position >= length) break;  // Among the zeros after a copy.
    uint32_t key = load_key(window + offsets[i]);
    if (!add_hits(scan, text, length, position, key, list)) return position;
  }
  return length;
}

size_t literal_scan_find(const literal_scan *scan, const uint8_t *text, size_t length, size_t from,
                         literal_hit *hits, size_t capacity, size_t *resume) {
  hit_list list = {hits, 0, capacity};
  size_t start = from;
  *resume = length;
  // Whole blocks are read in place.
  while (start < length && length - start >= BLOCK + LOOKAHEAD) {
    size_t blocks = (length - start - LOOKAHEAD) / BLOCK;
    if (blocks > WINDOW_BLOCKS) blocks = WINDOW_BLOCKS;
    *resume = add_window(scan, text, length, text + start, start, blocks, &list);
    if (*resume != length) return list.count;
    start += blocks * BLOCK;
  }
  // The rest, less than two blocks, is read from a copy with zeros after it.
  if (start < length) {
    uint8_t rest[2 * BLOCK + LOOKAHEAD] = {0};
    memcpy(rest, text + start, length - start);
    *resume = add_window(scan, text, length, rest, start, 2, &list);
  }
  return list.count;
}
