# One room of the house = one CMake target.
#
#   retrograph_room(<room> SOURCES <file>... [USES <room>...] [PUBLIC <lib>...] [PRIVATE <lib>...])
#   retrograph_tests(<room> SOURCES <file>... [USES <room>...] [PRIVATE <lib>...])

add_library(retrograph_options INTERFACE)
target_compile_features(retrograph_options INTERFACE cxx_std_20)
target_compile_options(retrograph_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  # clang counts sign conversions among -Wconversion, g++ does not: one rule for both.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>
  $<$<BOOL:${RETROGRAPH_WERROR}>:-Werror>)
if(RETROGRAPH_SANITIZE)
  target_compile_options(retrograph_options INTERFACE
    -fsanitize=${RETROGRAPH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(retrograph_options INTERFACE -fsanitize=${RETROGRAPH_SANITIZE})
  if(RETROGRAPH_FUZZ)
    target_compile_options(retrograph_options INTERFACE -fsanitize=fuzzer-no-link)
  endif()
  # g++ 12 reports false positives inside instrumented standard headers.
  target_compile_options(retrograph_options INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-array-bounds>)
endif()

function(retrograph_room room)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PUBLIC;PRIVATE" ${ARGN})
  add_library(retrograph_${room} STATIC ${ARG_SOURCES})
  add_library(retrograph::${room} ALIAS retrograph_${room})
  set_target_properties(retrograph_${room} PROPERTIES EXPORT_NAME ${room} POSITION_INDEPENDENT_CODE ON)
  target_include_directories(retrograph_${room} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_include_directories(retrograph_${room} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_features(retrograph_${room} PUBLIC cxx_std_20)
  # Kernels that turn instruction sets on for a whole file stay alone where sources are compiled in batches.
  set(alone ${ARG_SOURCES})
  list(FILTER alone INCLUDE REGEX "_(avx2|avx512)[.]cpp$")
  set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_link_libraries(retrograph_${room} PRIVATE $<BUILD_INTERFACE:retrograph_options>)
  list(TRANSFORM ARG_USES PREPEND retrograph::)
  target_link_libraries(retrograph_${room} PUBLIC ${ARG_USES} ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  set_property(GLOBAL APPEND PROPERTY RETROGRAPH_ROOMS retrograph_${room})
endfunction()

function(retrograph_tests room)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PRIVATE" ${ARGN})
  add_executable(test_${room} ${ARG_SOURCES})
  list(TRANSFORM ARG_USES PREPEND retrograph::)
  target_include_directories(test_${room} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(test_${room} PRIVATE
    retrograph_options retrograph_test_main retrograph::${room} ${ARG_USES} ${ARG_PRIVATE})
  if(RETROGRAPH_UNITY_TESTS)
    set_target_properties(test_${room} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
  endif()
  catch_discover_tests(test_${room} TEST_PREFIX "${RETROGRAPH_TEST_PREFIX}${room}: "
    PROPERTIES LABELS ${room} SKIP_REGULAR_EXPRESSION "skipped: " ${RETROGRAPH_TEST_ENVIRONMENT})
endfunction()
