# Checks of the sources as tests: what grep can tell in every build, the slow ones with RETROGRAPH_CHECKS.
#
# Where a tool is absent its check is not registered; scripts/test installs all of them first.
function(retrograph_check name tool)
  find_program(RETROGRAPH_TOOL_${tool} ${tool})
  if(RETROGRAPH_TOOL_${tool})
    add_test(NAME "check: ${name}" COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties("check: ${name}" PROPERTIES LABELS check)
  endif()
endfunction()

if(RETROGRAPH_TEST_PREFIX)
  return()  # a second build of the same sources
endif()
set(scripts ${PROJECT_SOURCE_DIR}/scripts)
retrograph_check("rules of the house" python3 ${scripts}/check-house)
retrograph_check("formatting" clang-format-19 ${scripts}/check-format)
retrograph_check("scripts" shellcheck ${scripts}/check-scripts)
retrograph_check("mutants apply" bash ${scripts}/mutants --check)
if(NOT RETROGRAPH_CHECKS)
  return()
endif()
retrograph_check("installed package" ninja ${scripts}/check-consumer ${PROJECT_BINARY_DIR})

# Every source of every room through clang-tidy, one test each.
get_property(rooms GLOBAL PROPERTY RETROGRAPH_ROOMS)
foreach(target ${rooms} retrograph_command)
  if(TARGET ${target})
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    foreach(source ${sources})
      get_filename_component(path ${source} ABSOLUTE BASE_DIR ${folder})
      file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${path})
      retrograph_check("tidy ${name}" clang-tidy-19 ${scripts}/check-tidy ${PROJECT_BINARY_DIR} ${path})
    endforeach()
  endif()
endforeach()

# Every header compiles alone. The source that includes it first shows that already; for each of the others an
# object of two lines, without optimisation.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  ${PROJECT_SOURCE_DIR}/include/*.hpp ${PROJECT_SOURCE_DIR}/src/*.hpp)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp)
foreach(source ${sources})
  file(STRINGS ${source} first REGEX "^#include" LIMIT_COUNT 1)
  if(first MATCHES "\"(.*)\"")
    list(REMOVE_ITEM headers include/${CMAKE_MATCH_1} src/${CMAKE_MATCH_1})
  endif()
endforeach()
set(alone)
# The body of a kernel is one text compiled once per instruction set, inside the namespace of each: not a header
# to be read alone.
list(FILTER headers EXCLUDE REGEX "/([a-z0-9_]+_)?(body|ops)(_[a-z0-9_]+)?[.]hpp$")
if(NOT TARGET retrograph_cluster)
  list(FILTER headers EXCLUDE REGEX "/cluster/")
endif()
foreach(header ${headers})
  string(REGEX REPLACE "^(include|src)/" "" name ${header})
  string(MAKE_C_IDENTIFIER ${header} stem)
  set(file ${PROJECT_BINARY_DIR}/headers/${stem}.cpp)
  file(CONFIGURE OUTPUT ${file} CONTENT "#include \"${name}\"\n#include \"${name}\"\n")
  list(APPEND alone ${file})
endforeach()
add_library(retrograph_headers OBJECT ${alone})
target_include_directories(retrograph_headers PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(retrograph_headers PRIVATE -O0 -Wno-unused-function)
target_link_libraries(retrograph_headers PRIVATE retrograph_options ${rooms} $<TARGET_NAME_IF_EXISTS:MPI::MPI_C>)
