#include "grundy/few_run.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace retrograph::few {
namespace {

// Rare heaps of the past never fit in a split: neither against common ones nor against each other.
constexpr std::uint8_t rare_past = 0x40;

std::uint64_t load_word(const std::byte* at, std::uint64_t bytes) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, at, bytes);  // little-endian, as the kernels' words
  return word;
}

}  // namespace

Run::Run(std::shared_ptr<const Prepared> prepared, const SparseState& state, SimdLevel level)
    : prepared_(std::move(prepared)),
      kernels_(kernels_for(level, prepared_->tables)),
      bytes_(plan().width / 8),
      keep_((plan().history + 1023) / 1024 * 1024),
      past_(walk_most + 64),
      end_(keep_),
      byte_end_(past_),
      words_(2 * buffer_heaps(plan().history) * bytes_ + 4096),
      packed_(past_ + 64 * chunk),
      missing_(chunk * bytes_) {
  const std::uint64_t next = state.next();
  const HeapHistory& history = state.history();
  known_ = std::min(next - history.known_from(), past_);
  for (std::uint64_t back = known_; back > 0; --back) {
    const std::uint16_t value = history[next - back];
    const bool rare = plan().rule.rare(next - back, value);
    const std::uint32_t packed = plan().packing.pack(value);
    packed_[byte_end_ - back] = rare ? rare_past : static_cast<std::uint8_t>(packed);
    if (back <= keep_) set_word(end_ - back, rare ? 0 : std::uint64_t{1} << packed);
  }
  for (std::uint64_t back = keep_; back > known_; --back) set_word(end_ - back, 0);
  const std::uint64_t reach = plan().splits.back() - plan().splits.front();
  const std::uint64_t joined = (keep_ - reach) / plan().lanes_of_block() * plan().lanes_of_block();
  kernels_.unions(prepared_->tables, word_at(end_ - joined), joined);
  look_ahead();
}

std::uint64_t Run::word(std::uint64_t place) const noexcept {
  return load_word(words_.data() + place * bytes_, bytes_);
}

void Run::set_word(std::uint64_t place, std::uint64_t value) noexcept {
  std::memcpy(word_at(place), &value, bytes_);
}

// What the past contributes to the heaps from end_ on: the near pairs the kernel looks up itself.
void Run::look_ahead() {
  ahead_ = {};
  kernels_.bulk(prepared_->tables, word_at(end_), ahead_.bulk.data());
  const unsigned row_lanes = 1024 / plan().width;
  const auto add = [&](std::uint64_t* lanes, unsigned lane, std::uint64_t bits) {
    lanes[lane * bytes_ / 8] |= bits << (lane * plan().width % 64);
  };
  const std::uint64_t ones = plan().width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << plan().width) - 1;
  for (unsigned lane = 0; lane < step; ++lane)
    add(ahead_.lanes.data(), lane, ahead_.bulk[lane * bytes_ / 8] >> (lane * plan().width % 64) & ones);
  for (const Pair& pair : plan().rows)
    for (unsigned lane = 0; lane < row_lanes + step; ++lane) {
      if (pair.distance <= lane) continue;  // a source that is still to come
      const unsigned back = pair.distance - lane;
      const unsigned place = (step - back % step) % step;  // of the source in its step
      if (place + pair.distance < 2 * step) continue;      // near
      const std::uint64_t source = word(end_ - back);
      if (source == 0) continue;
      const std::uint64_t bits = std::uint64_t{1}
                                 << (static_cast<unsigned>(std::countr_zero(source)) ^ pair.value);
      if (lane < step) {
        add(ahead_.lanes.data(), lane, bits);
      } else {
        add(ahead_.rows.data(), lane - step, bits);
      }
    }
}

void Run::move_down() {
  const std::uint64_t unions = buffer_heaps(plan().history);
  if (end_ + chunk > unions) {
    for (const std::uint64_t base : {std::uint64_t{0}, unions})
      std::memmove(word_at(base), word_at(base + end_ - keep_), keep_ * bytes_);
    end_ = keep_;
  }
  if (byte_end_ + chunk > packed_.size()) {
    std::memmove(packed_.data(), packed_.data() + byte_end_ - past_, past_);
    byte_end_ = past_;
  }
}

bool Run::walk(std::uint64_t place, std::uint64_t missing, SparseResult& result) const {
  const std::vector<std::uint8_t>& reversed = plan().reversed;
  for (; missing != 0; missing &= missing - 1) {
    const auto value = static_cast<std::uint8_t>(std::countr_zero(missing));
    std::uint64_t best = 0;
    for (const std::uint32_t k : plan().splits) {
      // Parts 1, 2, … against heaps n - k - 1, n - k - 2, …
      std::uint64_t count = std::min<std::uint64_t>(reversed.size() - 1, known_ + (place - byte_end_) - k);
      if (best != 0) count = std::min(count, best - 1);
      const std::uint64_t a = kernels_.first_part(reversed.data() + reversed.size() - 1,
                                                  packed_.data() + place - k, 0, count, value);
      if (a != 0) best = a;
    }
    if (best == 0) return false;
    result.depth = std::max(result.depth, best);
  }
  return true;
}

SparseResult Run::next(const SparseState&, std::uint64_t) {
  move_down();
  const Tables& tables = prepared_->tables;
  kernels_.run(tables, ahead_, word_at(end_), packed_.data() + byte_end_, chunk);
  const std::uint64_t late = 3 * plan().lanes_of_block();
  kernels_.unions(tables, word_at(end_ + chunk - late), late);
  SparseResult result;
  std::uint64_t good = chunk;
  if (kernels_.exclude(tables, word_at(end_), missing_.data(), chunk)) {
    for (std::uint64_t i = 0; i < chunk; i += 8 / bytes_) {
      if (load_word(missing_.data() + i * bytes_, 8) == 0) continue;
      for (std::uint64_t j = i; j < i + 8 / bytes_ && good == chunk; ++j) {
        const std::uint64_t missing = load_word(missing_.data() + j * bytes_, bytes_);
        if (missing == 0) continue;
        result.overflow = word(end_ + j) == 0;
        if (result.overflow || !walk(byte_end_ + j, missing, result)) good = j;
      }
      if (good < chunk) break;
    }
  }
  result.whole = good == chunk;
  result.packed = std::span(packed_.data() + byte_end_, good);
  end_ += chunk;
  byte_end_ += chunk;
  known_ = std::min(known_ + chunk, past_);
  return result;
}

}  // namespace retrograph::few
