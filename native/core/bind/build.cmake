# The Python module `topple._native`.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
execute_process(
  COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nanobind_ROOT)
find_package(nanobind CONFIG REQUIRED)
# A domain of its own lets the tests load a second build next to the installed one.
if(TOPPLE_PLAIN)
  set(domain topple_plain)
else()
  set(domain topple)
endif()
# The bindings are compiled into the module itself: a linker drops registrations from libraries.
nanobind_add_module(_native NOMINSIZE NB_STATIC NB_DOMAIN ${domain} ${bind_sources})
target_compile_options(_native PRIVATE ${optimize})
target_compile_definitions(_native PRIVATE TOPPLE_FLAGS="${flags}")
target_link_libraries(_native PRIVATE worlds)
install(TARGETS _native LIBRARY DESTINATION topple)
