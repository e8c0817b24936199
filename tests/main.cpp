#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#endif
#include "catch.hpp"

// HDF5 1.10 leaks its own memory when a file turns out to be damaged; whatever else leaks is reported.
// LeakSanitizer calls this where it is linked in, nobody does elsewhere.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libhdf5\n";
}
