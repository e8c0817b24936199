// The one place that knows which Catch2 is installed. Assertions are not thread-safe: collect in workers,
// assert outside.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
