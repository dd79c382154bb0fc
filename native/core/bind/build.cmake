# The Python module `topple._native`.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
execute_process(
  COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nanobind_ROOT)
find_package(nanobind CONFIG REQUIRED)
# The bindings are compiled into the module itself: a linker drops registrations from libraries.
set(CMAKE_UNITY_BUILD ON)  # nanobind's own code
nanobind_add_module(_native NOMINSIZE NB_STATIC NB_DOMAIN topple ${bind_sources})
set(CMAKE_UNITY_BUILD OFF)
set_target_properties(_native PROPERTIES UNITY_BUILD OFF)
target_precompile_headers(_native PRIVATE
  <nanobind/ndarray.h> <nanobind/stl/array.h> <nanobind/stl/pair.h> <nanobind/stl/shared_ptr.h>
  <nanobind/stl/string.h> <nanobind/stl/tuple.h> <nanobind/stl/vector.h>)
target_compile_options(_native PRIVATE ${optimize})
target_compile_definitions(_native PRIVATE TOPPLE_FLAGS="${flags}")
target_link_libraries(_native PRIVATE worlds)
install(TARGETS _native LIBRARY DESTINATION topple)

# The same module over engines without their accelerations, for the tests that compare the two. A
# domain of its own lets them load it next to the installed one.
add_engines(plain_engines -O1)
target_compile_definitions(plain_engines PRIVATE TOPPLE_PLAIN)
set_target_properties(plain_engines PROPERTIES UNITY_BUILD ON)
add_library(plain_worlds STATIC $<TARGET_OBJECTS:worlds> $<TARGET_OBJECTS:core>)
target_link_libraries(plain_worlds PUBLIC plain_engines Threads::Threads)
nanobind_add_module(plain NOMINSIZE NB_STATIC NB_DOMAIN topple_plain
  native/core/bind/module.cpp $<FILTER:$<TARGET_OBJECTS:_native>,EXCLUDE,bind/module>)
target_compile_definitions(plain PRIVATE TOPPLE_FLAGS="${flags} plain")
target_link_libraries(plain PRIVATE plain_worlds)
set_target_properties(plain PROPERTIES OUTPUT_NAME _native
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/plain)
set_target_properties(plain plain_worlds plain_engines PROPERTIES EXCLUDE_FROM_ALL ON)
