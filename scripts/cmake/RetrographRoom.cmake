# One room of the house = one CMake target.
#
#   retrograph_room(<room> SOURCES <file>... [USES <room>...] [PUBLIC <lib>...] [PRIVATE <lib>...])
#   retrograph_tests(<room> SOURCES <file>... [USES <room>...] [PRIVATE <lib>...])

add_library(retrograph_options INTERFACE)
target_compile_features(retrograph_options INTERFACE cxx_std_20)
target_compile_options(retrograph_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion
  # In a batch, names local to one file may hide those of another.
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
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

# Sources that share costly headers, compiled six at a time.
function(retrograph_batches target)
  if(RETROGRAPH_BATCHES)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
  endif()
endfunction()

function(retrograph_room room)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PUBLIC;PRIVATE" ${ARGN})
  add_library(retrograph_${room} STATIC ${ARG_SOURCES})
  add_library(retrograph::${room} ALIAS retrograph_${room})
  set_target_properties(retrograph_${room} PROPERTIES EXPORT_NAME ${room} POSITION_INDEPENDENT_CODE ON)
  target_include_directories(retrograph_${room} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_include_directories(retrograph_${room} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_features(retrograph_${room} PUBLIC cxx_std_20)
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
  retrograph_batches(test_${room})
  catch_discover_tests(test_${room} TEST_PREFIX "${RETROGRAPH_TEST_PREFIX}${room}: "
    PROPERTIES LABELS ${room} SKIP_REGULAR_EXPRESSION "skipped: " ${RETROGRAPH_TEST_ENVIRONMENT})
endfunction()

# Pictures: the script draws them from the command's own files, and the test looks at their pixels.
function(retrograph_picture_test room test script)
  find_program(RETROGRAPH_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(RETROGRAPH_PYTHON python3)
  if(RETROGRAPH_PYTHON AND TARGET retrograph_command)
    set(name "${RETROGRAPH_TEST_PREFIX}${room}: pictures show what the files hold")
    add_test(NAME "${name}"
      COMMAND ${RETROGRAPH_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/${test} $<TARGET_FILE:retrograph_command>
              ${PROJECT_SOURCE_DIR}/scripts/${script})
    set_tests_properties("${name}" PROPERTIES LABELS ${room} SKIP_RETURN_CODE 77)
  endif()
endfunction()
