#include "retrograph/support/array.hpp"

#include <cstdint>
#include <limits>

#include "retrograph/support/error.hpp"

#include "catch.hpp"

using namespace retrograph;

TEST_CASE("arrays are filled, aligned, padded and movable at every size class") {
  for (const std::size_t n : {0UL, 1UL, 1000UL, (2UL << 20), (2UL << 20) + 17}) {
    Array<std::uint32_t> a(n, 7U);
    REQUIRE(a.size() == n);
    REQUIRE(reinterpret_cast<std::uintptr_t>(a.data()) % 64 == 0);
    for (const auto x : a)
      if (x != 7U) FAIL("not filled");
    for (std::size_t i = 0; i < array_padding / sizeof(std::uint32_t); ++i)
      a.data()[n + i] = 1;  // must not fault
    const Array<std::uint32_t> b = std::move(a);
    REQUIRE(b.size() == n);
    REQUIRE(a.empty());  // NOLINT(bugprone-use-after-move): the moved-from state is part of the contract
  }
}

TEST_CASE("a view shows the elements of somebody else") {
  const Array<std::uint32_t> owner(100, 3U);
  const auto view = Array<std::uint32_t>::view_of(owner.span());
  REQUIRE(view.data() == owner.data());
  REQUIRE(view.size() == 100);
}

TEST_CASE("an impossible size is a resource error that names it") {
  try {
    const Array<std::uint64_t> a(std::numeric_limits<std::size_t>::max() / 4);
    FAIL("allocated");
  } catch (const Error& e) {
    REQUIRE(e.category() == Category::resource);
    REQUIRE(std::string(e.what()).find("4611686018427387903") != std::string::npos);
  }
}
