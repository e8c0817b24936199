// The kernels of few-rare plans over vectors of KERNEL_VECTOR_BYTES bytes; see few_kernels.hpp. Included once
// an instruction set behind kernel_vectors_body.hpp, inside an anonymous namespace of retrograph::few.
//
// Cost per heap: near and rows some 15 instructions, bulk and exclusion one load a pair or part and vector.
#pragma once

inline constexpr unsigned block_vectors = 64 / KERNEL_VECTOR_BYTES;
inline constexpr unsigned row_vectors = 128 / KERNEL_VECTOR_BYTES;
inline constexpr unsigned exclusion_vectors = 8;

// A constant pattern: `low` bits of every 2 * low are set.
template <class Word, unsigned low>
inline constexpr Word swap_mask =
    static_cast<Word>(std::numeric_limits<Word>::max() / ((std::uint64_t{1} << low) + 1));

template <class Word, unsigned bit, unsigned N>
KERNEL_INLINE void flip_bit(Vector<Word> (&x)[N]) {
  constexpr unsigned s = 1U << bit;
  if constexpr (s < 8 * sizeof(Word)) {
    for (unsigned i = 0; i < N; ++i) {
      if constexpr (2 * s == 8 * sizeof(Word)) {
        x[i] = (x[i] >> s) | (x[i] << s);
      } else {
        x[i] = ((x[i] >> s) & swap_mask<Word, s>) | ((x[i] & swap_mask<Word, s>) << s);
      }
    }
  }
}

template <class Word, unsigned N>
KERNEL_INLINE void flip(Vector<Word> (&x)[N], std::uint32_t bits) {
  for (; bits != 0; bits &= bits - 1) {
    switch (std::countr_zero(bits)) {
      case 0:
        flip_bit<Word, 0, N>(x);
        break;
      case 1:
        flip_bit<Word, 1, N>(x);
        break;
      case 2:
        flip_bit<Word, 2, N>(x);
        break;
      case 3:
        flip_bit<Word, 3, N>(x);
        break;
      case 4:
        flip_bit<Word, 4, N>(x);
        break;
      default:
        flip_bit<Word, 5, N>(x);
        break;
    }
  }
}

template <class Word, unsigned N>
KERNEL_INLINE void execute(const Program& program, const Word* at, Vector<Word> (&acc)[N]) {
  for (unsigned i = 0; i < N; ++i) acc[i] = Vector<Word>{};
  const std::int64_t* offsets = program.offsets.data();
  for (const Group& group : program.groups) {
    if (group.flip != 0) flip<Word, N>(acc, group.flip);
    for (std::uint32_t o = group.begin; o < group.end; ++o) {
      const Word* from = at - offsets[o];
      for (unsigned i = 0; i < N; ++i) {
        Vector<Word> x;
        load(x, from + i * lanes_of<Word>);
        acc[i] |= x;
      }
    }
  }
  flip<Word, N>(acc, program.last_flip);
}

template <class Word>
KERNEL_INLINE void union_block(const Tables& tables, Word* at) {
  const std::vector<std::uint32_t>& splits = tables.plan->splits;
  for (unsigned i = 0; i < block_vectors; ++i) {
    Vector<Word> all{};
    for (const std::uint32_t k : splits) {
      Vector<Word> x;
      load(x, at + i * lanes_of<Word> - (k - splits.front()));
      all |= x;
    }
    store(at + i * lanes_of<Word> + tables.unions, all);
  }
}

template <class Word>
void write_unions(const Tables& tables, void* words, std::uint64_t heaps) {
  if (tables.unions == 0) return;
  for (std::uint64_t n = 0; n < heaps; n += 64 / sizeof(Word))
    union_block<Word>(tables, static_cast<Word*>(words) + n);
}

// Moves the rows down by `quads` times 8 bytes.
template <unsigned quads>
KERNEL_INLINE void slide(Quads (&rows)[row_vectors]) {
  constexpr unsigned lanes = KERNEL_VECTOR_BYTES / 8;
  constexpr unsigned whole = quads / lanes;
  constexpr unsigned part = quads % lanes;
  for (unsigned i = 0; i < row_vectors; ++i) {
    const Quads a = i + whole < row_vectors ? rows[i + whole] : Quads{};
    if constexpr (part == 0) {
      rows[i] = a;
    } else {
      const Quads b = i + whole + 1 < row_vectors ? rows[i + whole + 1] : Quads{};
#if KERNEL_VECTOR_BYTES == 16
      rows[i] = __builtin_shufflevector(a, b, part, part + 1);
#elif KERNEL_VECTOR_BYTES == 32
      rows[i] = __builtin_shufflevector(a, b, part, part + 1, part + 2, part + 3);
#else
      rows[i] = __builtin_shufflevector(a, b, part, part + 1, part + 2, part + 3, part + 4, part + 5,
                                        part + 6, part + 7);
#endif
    }
  }
}

// The pairs of a block from far heaps; not part of the chain, of which there are twelve for each width.
template <class Word>
__attribute__((noinline)) void bulk_of(const Program& program, const Word* at, std::uint64_t* out) {
  Vector<Word> acc[block_vectors];
  execute<Word, block_vectors>(program, at, acc);
  for (unsigned i = 0; i < block_vectors; ++i) store(out + i * KERNEL_VECTOR_BYTES / 8, acc[i]);
}

// Distance 1: 0 none, 1 the word itself, 2 a table. Distance 2: the word under `mask`, or a table. 3 to 7: by
// tables where `further`.
template <class Word, unsigned first, bool second, bool further>
struct Chain {
  static constexpr unsigned bits = 8 * sizeof(Word);
  static constexpr unsigned quads = sizeof(Word) / 2;  // of a step's four lanes
  static constexpr unsigned block = 64 / sizeof(Word);
  static constexpr std::uint64_t top = std::uint64_t{1} << (bits - 1);

  // The last eight heaps: [0..3] of the step before, [4..7] of this step.
  std::uint64_t word[8];
  std::uint32_t packed[8];
  const Word* near;
  std::uint64_t mask;  // all ones if distance 2 forbids the value itself

  template <unsigned t, unsigned d, unsigned how>
  KERNEL_INLINE void forbid(std::uint64_t& x) const {
    if constexpr (how == 1) x |= word[4 + t - d];
    if constexpr (how == 2) x |= near[d * bits + packed[4 + t - d]];
  }

  template <unsigned t>
  KERNEL_INLINE void heap(const std::uint64_t (&lanes)[quads], Word* e, std::uint8_t* p,
                          const std::byte* rows, Quads (&ahead)[row_vectors]) {
    std::uint64_t x = static_cast<Word>(lanes[t * sizeof(Word) / 8] >> (t * bits % 64));
    if constexpr (further) {
      if constexpr (t == 3) forbid<t, t == 3 ? 7 : 1, 2>(x);
      if constexpr (t >= 2) forbid<t, t >= 2 ? 6 : 1, 2>(x);
      if constexpr (t >= 1) forbid<t, t >= 1 ? 5 : 1, 2>(x);
      forbid<t, 4, 2>(x);
      forbid<t, 3, 2>(x);
    }
    if constexpr (second) {
      forbid<t, 2, 2>(x);
    } else {
      x |= word[2 + t] & mask;
    }
    forbid<t, 1, first>(x);
    const std::uint64_t y = ~x & (x + 1);
    const auto i = static_cast<std::uint32_t>(std::countr_zero(y | top));
    word[4 + t] = y;
    packed[4 + t] = i;
    e[t] = static_cast<Word>(y);
    p[t] = static_cast<std::uint8_t>(i);
    const std::byte* row = rows + (t * bits + i) * 128;
    for (unsigned v = 0; v < row_vectors; ++v) {
      Quads q;
      load(q, row + v * KERNEL_VECTOR_BYTES);
      ahead[v] |= q;
    }
  }

  // Spelled out, so that all sixteen stay in registers where there are so many.
  KERNEL_INLINE void pass_step() {
    word[0] = word[4];
    word[1] = word[5];
    word[2] = word[6];
    word[3] = word[7];
    packed[0] = packed[4];
    packed[1] = packed[5];
    packed[2] = packed[6];
    packed[3] = packed[7];
  }

  static void run(const Tables& tables, Ahead& state, void* words, std::uint8_t* p, std::uint64_t heaps) {
    Chain chain;
    chain.near = reinterpret_cast<const Word*>(tables.near.data());
    chain.mask = tables.nearest[1] == 1 ? ~std::uint64_t{0} : 0;
    const std::byte* rows = tables.rows.data();
    const Program& program = tables.plan->bulk_program;
    Word* e = static_cast<Word*>(words);
    for (unsigned i = 0; i < 4; ++i) {
      chain.word[i] = e[static_cast<int>(i) - 4];
      chain.packed[i] = static_cast<std::uint32_t>(std::countr_zero(chain.word[i] | top));
    }
    Quads ahead[row_vectors];
    for (unsigned v = 0; v < row_vectors; ++v)
      load(ahead[v], state.rows.data() + v * KERNEL_VECTOR_BYTES / 8);
    std::uint64_t lanes[quads];
    for (unsigned q = 0; q < quads; ++q) lanes[q] = state.lanes[q];
    alignas(64) std::uint64_t bulk[16];
    std::memcpy(bulk, state.bulk.data(), sizeof bulk);
    unsigned now = 0;  // the half of `bulk` of this block
    for (std::uint64_t n = 0; n < heaps; n += block) {
      if (tables.unions != 0) union_block<Word>(tables, e - 2 * block);
      for (unsigned s = 0; s < block / step; ++s) {
        if (s == block / step / 2) bulk_of<Word>(program, e + (block - s * step), bulk + (8 - now));
        std::uint64_t following[quads];
        for (unsigned q = 0; q < quads; ++q)
          following[q] = ahead[q * 8 / KERNEL_VECTOR_BYTES][q % (KERNEL_VECTOR_BYTES / 8)] |
                         bulk[(now + (s + 1) * quads + q) % 16];
        slide<quads>(ahead);
        chain.template heap<0>(lanes, e, p, rows, ahead);
        chain.template heap<1>(lanes, e, p, rows, ahead);
        chain.template heap<2>(lanes, e, p, rows, ahead);
        chain.template heap<3>(lanes, e, p, rows, ahead);
        chain.pass_step();
        for (unsigned q = 0; q < quads; ++q) lanes[q] = following[q];
        e += step;
        p += step;
      }
      now = 8 - now;
    }
    for (unsigned v = 0; v < row_vectors; ++v)
      store(state.rows.data() + v * KERNEL_VECTOR_BYTES / 8, ahead[v]);
    for (unsigned q = 0; q < quads; ++q) state.lanes[q] = lanes[q];
    std::memcpy(state.bulk.data(), bulk, sizeof bulk);
  }
};

template <class Word>
void bulk_block(const Tables& tables, const void* words, std::uint64_t* out) {
  bulk_of<Word>(tables.plan->bulk_program, static_cast<const Word*>(words), out);
}

template <class Word>
bool exclude_chunk(const Tables& tables, const void* words, void* missing, std::uint64_t heaps) {
  const Plan& plan = *tables.plan;
  const unsigned b = plan.packing.dropped_bit();
  const unsigned group = 1U << b;
  Word lows = 0;  // the lowest packed value of every group of 2^b
  for (unsigned i = 0; i < 8 * sizeof(Word); i += group) lows = static_cast<Word>(lows | Word{1} << i);
  Vector<Word> upper{};
  for (unsigned i = 0; i < lanes_of<Word>; ++i) upper[i] = static_cast<Word>(plan.upper[i % 2]);
  const Word* e = static_cast<const Word*>(words);
  Word* out = static_cast<Word*>(missing);
  Vector<Word> any{};
  for (std::uint64_t n = 0; n < heaps; n += exclusion_vectors * lanes_of<Word>) {
    Vector<Word> reached[exclusion_vectors];
    execute<Word, exclusion_vectors>(plan.exclusion_program, e + n, reached);
    for (unsigned i = 0; i < exclusion_vectors; ++i) {
      Vector<Word> x;
      load(x, e + n + i * lanes_of<Word>);
      Vector<Word> g = x;
      for (unsigned s = 1; s < group; s *= 2) g |= g >> s;
      g &= lows;
      const Vector<Word> need = (g - static_cast<Word>(1)) | (((g << group) - g) & upper);
      const Vector<Word> void_word = reinterpret_cast<Vector<Word>>(x == Vector<Word>{});
      const Vector<Word> miss = (need & ~reached[i]) | void_word;
      any |= miss;
      store(out + n + i * lanes_of<Word>, miss);
    }
  }
  Word all = 0;
  for (unsigned i = 0; i < lanes_of<Word>; ++i) all = static_cast<Word>(all | any[i]);
  return all != 0;
}

template <class Word, unsigned first>
auto run_of(bool second, bool further) {
  return second    ? further ? Chain<Word, first, true, true>::run : Chain<Word, first, true, false>::run
         : further ? Chain<Word, first, false, true>::run
                   : Chain<Word, first, false, false>::run;
}
template <class Word>
Kernels kernels_of_word(const Tables& tables) {
  const unsigned first = tables.nearest[0];
  const bool second = tables.nearest[1] == 2;
  const auto run = first == 0   ? run_of<Word, 0>(second, tables.further)
                   : first == 1 ? run_of<Word, 1>(second, tables.further)
                                : run_of<Word, 2>(second, tables.further);
  return {run, bulk_block<Word>, write_unions<Word>, exclude_chunk<Word>, first_part_in};
}
inline Kernels kernels_of_tables(const Tables& tables) {
  return tables.plan->width == 16   ? kernels_of_word<std::uint16_t>(tables)
         : tables.plan->width == 32 ? kernels_of_word<std::uint32_t>(tables)
                                    : kernels_of_word<std::uint64_t>(tables);
}
