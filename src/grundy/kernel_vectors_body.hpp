// Vectors of KERNEL_VECTOR_BYTES bytes, for kernels that are one source for every instruction set. Included
// once an instruction set, inside an anonymous namespace, behind the pragma that turns it on.
#pragma once

#if !defined(KERNEL_VECTOR_BYTES)
#error "KERNEL_VECTOR_BYTES is the size of a vector in bytes"
#endif
#define KERNEL_INLINE inline __attribute__((always_inline))

template <class T>
struct VectorOf {
  typedef T type __attribute__((vector_size(KERNEL_VECTOR_BYTES)));
};
template <class T>
using Vector = typename VectorOf<T>::type;
template <class Word>
inline constexpr unsigned lanes_of = KERNEL_VECTOR_BYTES / sizeof(Word);

using Bytes = Vector<std::uint8_t>;
using Quads = Vector<std::uint64_t>;

template <class V>
KERNEL_INLINE void load(V& out, const void* from) {
  std::memcpy(&out, from, sizeof(V));
}
template <class V>
KERNEL_INLINE void store(void* to, const V& value) {
  std::memcpy(to, &value, sizeof(V));
}

KERNEL_INLINE bool any(const Bytes& x) {
  const auto wide = reinterpret_cast<Quads>(x);
  std::uint64_t all = 0;
  for (unsigned i = 0; i < lanes_of<std::uint64_t>; ++i) all |= wide[i];
  return all != 0;
}

/// The least a in (from, count] with reversed[-a] ^ packed[-a] == value, or 0.
inline std::uint64_t first_part_in(const std::uint8_t* reversed, const std::uint8_t* packed,
                                   std::uint64_t from, std::uint64_t count, std::uint8_t value) {
  constexpr std::uint64_t piece = 64;
  std::uint64_t a = from;
  for (; a + piece <= count; a += piece) {
    Bytes hit{};
    for (unsigned i = 0; i < piece / KERNEL_VECTOR_BYTES; ++i) {
      Bytes r;
      Bytes q;
      load(r, reversed - a - piece + i * KERNEL_VECTOR_BYTES);
      load(q, packed - a - piece + i * KERNEL_VECTOR_BYTES);
      hit |= reinterpret_cast<Bytes>((r ^ q) == value);
    }
    if (any(hit)) break;
  }
  for (++a; a <= count; ++a)
    if ((*(reversed - a) ^ *(packed - a)) == value) return a;
  return 0;
}
