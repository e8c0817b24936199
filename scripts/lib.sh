# shellcheck shell=bash
# Shared by the scripts of this folder: source it first. Leaves the shell at the top of the checkout.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '== %4d s  %s\n' "$SECONDS" "$*"; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Compilers take up to a gigabyte each: no more at once than there are cores, and gigabytes of free memory.
jobs_at_once() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
  ((memory >= 1)) || memory=1
  echo $((cores < memory ? cores : memory))
}

if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
fi

# quietly LOG COMMAND...: the output goes to build/LOG; where the command fails, its end is shown.
quietly() {
  local log=build/$1
  shift
  mkdir -p "$(dirname "$log")"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    grep -nE -A8 'error|FAILED|^E:' "$log" | head -n 60 >&2 || true
    tail -n 20 "$log" >&2
    die "failed: $* (all of it: $log)"
  fi
}

# configure PRESET [-DOPTION=VALUE...]: only where build/PRESET is not yet configured with these options.
configure() {
  local preset=$1 stamp=build/$1/.configured-with
  [[ -f build/$preset/build.ninja && $(cat "$stamp" 2>/dev/null) == "$*" ]] && return
  quietly "$preset-configure.log" cmake --preset "$@"
  printf '%s' "$*" >"$stamp"
}

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  say "building $preset"
  quietly "$preset-build.log" cmake --build "build/$preset" -j "$(jobs_at_once)" ${1:+--target "$@"}
}
