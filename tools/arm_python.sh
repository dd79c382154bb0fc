#!/bin/sh
# Put Python for 64-bit ARM, numpy and topple into a folder; FOLDER/topple runs them under emulation.
# Usage: arm_python.sh FOLDER BUILD PYTHON. BUILD holds the module built for ARM and for the version
# of PYTHON, which Debian must have. Needs `dpkg --add-architecture arm64 && apt-get update`.
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd) build=$2 python=$3
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')

packages=""
for name in "python$version-minimal" "libpython$version-minimal" "libpython$version-stdlib" \
  libc6 libgcc-s1 libstdc++6 zlib1g libexpat1 libssl3 libffi8 libbz2-1.0 liblzma5 libuuid1; do
  packages="$packages $name:arm64"
done
mkdir -p "$folder/debs"
# shellcheck disable=SC2086
(cd "$folder/debs" && apt-get download -qq $packages) || {
  echo "error: no Python $version for ARM"
  echo "hint: on Debian, dpkg --add-architecture arm64 && apt-get update"
  exit 1
}
for deb in "$folder"/debs/*.deb; do dpkg -x "$deb" "$folder/root"; done

"$python" -m pip download --quiet --no-deps --only-binary=:all: --python-version "$version" \
  --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 --dest "$folder" numpy
rm -rf "$folder/site"
"$python" -m zipfile -e "$folder"/numpy-*.whl "$folder/site"
cp -r src/topple "$folder/site/"
rm -f "$folder"/site/topple/_native*.so
cp "$build"/_native*.so "$folder/site/topple/_native.so"

cat > "$folder/topple" <<EOF
#!/bin/sh
PYTHONPATH=$folder/site exec qemu-aarch64 -L $folder/root $folder/root/usr/bin/python$version \\
  -c 'import sys; from topple.cli.main import main; sys.exit(main())' "\$@"
EOF
chmod +x "$folder/topple"
