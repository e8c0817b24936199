# Every package the build uses. Nothing is fetched: all come from the distribution.
find_package(Threads REQUIRED)
find_package(fmt 9 REQUIRED)
if(RETROGRAPH_BACKEND STREQUAL "tbb")
  find_package(TBB 2021 REQUIRED)
endif()
find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(HDF5 1.10 REQUIRED COMPONENTS C)
find_package(hwy 1.0 REQUIRED)
find_package(spdlog 1.10 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(ZLIB REQUIRED)
if(RETROGRAPH_MPI STREQUAL "AUTO")
  if(NOT RETROGRAPH_SANITIZE)  # MPI libraries leak on purpose
    find_package(MPI 3.1 QUIET COMPONENTS C)
  endif()
elseif(RETROGRAPH_MPI)
  find_package(MPI 3.1 REQUIRED COMPONENTS C)
endif()

# Libraries that Debian ships with a pkg-config file only.
find_package(PkgConfig REQUIRED)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(libdeflate REQUIRED IMPORTED_TARGET libdeflate)
