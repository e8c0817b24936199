// The kernels of many-rare plans; see many_kernels.hpp. Included once an instruction set behind
// kernel_vectors_body.hpp, inside an anonymous namespace of retrograph::many.
//
// Cost per block and load of a list: 128 bytes, mostly from the second cache. Per sub-block and far pair: 64
// bytes against two candidates.
#pragma once

inline constexpr unsigned row_vectors = 128 / KERNEL_VECTOR_BYTES;
inline constexpr unsigned lane_vectors = sub_block / KERNEL_VECTOR_BYTES;
inline constexpr unsigned quads = KERNEL_VECTOR_BYTES / 8;

inline void gather_rows(const std::uint8_t* at, const RowLists& lists, std::uint32_t c, BlockBits& out) {
  // What lies s bits too far left, with a word behind it to shift in.
  alignas(64) std::uint64_t shifted[8][words_of_block + 8];
  const std::uint32_t* begins = &lists.begins[std::size_t{8} * c];
  const std::int32_t* offsets = lists.offsets.data();
  for (unsigned s = 0; s < 8; ++s) {
    Quads acc[row_vectors] = {};
    for (std::uint32_t i = begins[s]; i < begins[s + 1]; ++i) {
      const std::uint8_t* from = at + offsets[i];
      for (unsigned v = 0; v < row_vectors; ++v) {
        Quads x;
        load(x, from + v * KERNEL_VECTOR_BYTES);
        acc[v] |= x;
      }
    }
    for (unsigned v = 0; v < row_vectors; ++v) store(&shifted[s][v * quads], acc[v]);
    shifted[s][words_of_block] = 0;
  }
  for (unsigned v = 0; v < row_vectors; ++v) {
    Quads sum;
    load(sum, &shifted[0][v * quads]);
    for (unsigned s = 1; s < 8; ++s) {
      Quads low;
      Quads high;
      load(low, &shifted[s][v * quads]);
      load(high, &shifted[s][v * quads + 1]);
      sum |= low >> s | high << (64 - s);
    }
    store(&out[v * quads], sum);
  }
}

// The next candidate of a queue to `candidate`; survived becomes 0, or none at the queue's end.
KERNEL_INLINE void take(const Queues& queues, std::size_t heap, std::uint8_t& taken, std::uint8_t& candidate,
                        std::uint8_t& survived) {
  if (taken < queues.size[heap]) {
    candidate = queues.entries[heap * queue_size + taken++];
    survived = 0;
  } else {
    survived = Lanes::none;
  }
}

// Survivors of a chunk count it; `untouched` is 0 where a pair forbids the candidate. True if one is.
KERNEL_INLINE bool count_chunk(std::uint8_t* survived, const Bytes (&untouched)[lane_vectors],
                               std::uint8_t* refuted, std::uint8_t full) {
  Bytes some{};
  for (unsigned v = 0; v < lane_vectors; ++v) {
    Bytes count;
    load(count, survived + v * KERNEL_VECTOR_BYTES);
    const Bytes hit =
        reinterpret_cast<Bytes>(untouched[v] == Bytes{}) & reinterpret_cast<Bytes>(count != Lanes::none);
    const Bytes more = count - reinterpret_cast<Bytes>(count < full);  // true is -1
    store(survived + v * KERNEL_VECTOR_BYTES, more);
    store(refuted + v * KERNEL_VECTOR_BYTES, hit);
    some |= hit;
  }
  return any(some);
}

inline void settle_lanes(const Plan& plan, const std::uint8_t* packed, const Queues& queues,
                         std::size_t first, Lanes& lanes) {
  for (unsigned j = 0; j < sub_block; ++j) {
    lanes.taken[j] = 0;
    take(queues, first + j, lanes.taken[j], lanes.a[j], lanes.survived_a[j]);
    take(queues, first + j, lanes.taken[j], lanes.b[j], lanes.survived_b[j]);
  }
  const std::size_t chunks = plan.distances.size() / pairs_of_chunk;
  const auto full = static_cast<std::uint8_t>(chunks);
  for (std::size_t chunk = 0;; chunk = chunk + 1 == chunks ? 0 : chunk + 1) {
    Bytes a[lane_vectors];
    Bytes b[lane_vectors];
    Bytes left_a[lane_vectors];
    Bytes left_b[lane_vectors];
    for (unsigned v = 0; v < lane_vectors; ++v) {
      load(a[v], lanes.a.data() + v * KERNEL_VECTOR_BYTES);
      load(b[v], lanes.b.data() + v * KERNEL_VECTOR_BYTES);
      left_a[v] = left_b[v] = ~Bytes{};
    }
    const std::uint32_t* distance = &plan.distances[chunk * pairs_of_chunk];
    const std::uint8_t* value = &plan.xors[chunk * pairs_of_chunk];
    for (std::size_t i = 0; i < pairs_of_chunk; ++i) {
      const std::uint8_t* from = packed - distance[i];
      for (unsigned v = 0; v < lane_vectors; ++v) {
        Bytes x;
        load(x, from + v * KERNEL_VECTOR_BYTES);
        x ^= value[i];
        const Bytes xa = x ^ a[v];
        const Bytes xb = x ^ b[v];
        left_a[v] = left_a[v] < xa ? left_a[v] : xa;
        left_b[v] = left_b[v] < xb ? left_b[v] : xb;
      }
    }
    alignas(64) std::uint8_t refuted_a[sub_block];
    alignas(64) std::uint8_t refuted_b[sub_block];
    const bool some_a = count_chunk(lanes.survived_a.data(), left_a, refuted_a, full);
    const bool some_b = count_chunk(lanes.survived_b.data(), left_b, refuted_b, full);
    if (some_a || some_b) {
      for (unsigned j = 0; j < sub_block; ++j) {
        if ((refuted_a[j] | refuted_b[j]) == 0) continue;
        if (refuted_b[j] != 0) take(queues, first + j, lanes.taken[j], lanes.b[j], lanes.survived_b[j]);
        if (refuted_a[j] != 0) {
          lanes.a[j] = lanes.b[j];
          lanes.survived_a[j] = lanes.survived_b[j];
          if (lanes.survived_a[j] != Lanes::none)
            take(queues, first + j, lanes.taken[j], lanes.b[j], lanes.survived_b[j]);
        }
      }
    }
    Bytes open{};
    for (unsigned v = 0; v < lane_vectors; ++v) {
      Bytes count;
      load(count, lanes.survived_a.data() + v * KERNEL_VECTOR_BYTES);
      open |= reinterpret_cast<Bytes>(count < full);
    }
    if (!any(open)) return;
  }
}

inline bool near_forbids(const NearPairs& pairs, const std::uint8_t* packed, std::uint8_t candidate) {
  Bytes hit{};
  for (const NearPairs::Row& row : pairs.rows)
    for (unsigned v = 0; v < lane_vectors; ++v) {
      Bytes x;
      Bytes xors;
      Bytes used;
      load(x, packed - sub_block + v * KERNEL_VECTOR_BYTES);
      load(xors, row.xors.data() + v * KERNEL_VECTOR_BYTES);
      load(used, row.used.data() + v * KERNEL_VECTOR_BYTES);
      hit |= reinterpret_cast<Bytes>((x ^ xors) == candidate) & used;
    }
  return any(hit);
}

inline std::uint64_t gain_of(const std::uint64_t* row, const std::uint64_t* open, const std::uint64_t* starts,
                             std::size_t count, std::size_t stride, std::uint64_t distance) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < count; i += stride)
    sum += static_cast<std::uint64_t>(std::popcount(open[i] & row_bits(row, starts[i] - distance)));
  return sum;
}

inline Kernels kernels_of_body() {
  return {gather_rows, settle_lanes, near_forbids, first_part_in, gain_of};
}
