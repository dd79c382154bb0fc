#!/bin/sh
# Build the native module without a network, for the Python that runs it.
#
#   sh tools/records/build.sh build/carry
#
# The folder holds the engines' source archives and the package nanobind; where the machine has no
# headers of its Python, also those, as python3.12.
set -eu
carry=$(cd "$1" && pwd)
python=${PYTHON:-python3}
headers=$($python -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
[ -f "$headers/Python.h" ] || headers=$carry/$(basename "$headers")
TOPPLE_BOX2D_ARCHIVE=$(ls "$carry"/box2d-py-*.tar.gz)
TOPPLE_CHIPMUNK_ARCHIVE=$(ls "$carry"/pymunk-*.tar.gz)
PYTHONPATH=$carry
export TOPPLE_BOX2D_ARCHIVE TOPPLE_CHIPMUNK_ARCHIVE PYTHONPATH
cmake -S . -B build/records -G Ninja \
  -DPython_EXECUTABLE="$($python -c 'import sys; print(sys.executable)')" \
  -DPython_INCLUDE_DIR="$headers"
ninja -C build/records _native
cp build/records/_native*.so src/topple/
