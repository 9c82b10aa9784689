#!/usr/bin/env bash
# What `make test` needs besides Python packages. As root on Debian it installs what is missing; otherwise it says
# in one sentence what to install. `--venv` looks only for what the environment itself needs.
set -euo pipefail

missing=()
need() { # need PACKAGE COMMAND…: the package is missing when the command fails
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing+=("$package")
}
has_postgres() { command -v initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb'; }
has_chromium() { command -v chromium-headless-shell || command -v chromium; }
has_chinese_font() { command -v fc-list && [ -n "$(fc-list :lang=zh-cn family)" ]; }
has_node() { command -v node && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ]; }

python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "Python 3.11 or newer is needed, and $python is not: name one with PYTHON=…" >&2
  exit 1
fi
need python3-venv "$python" -c 'import ensurepip, venv'
if [ "${1:-}" != "--venv" ]; then
  need postgresql has_postgres
  need redis-server command -v redis-server
  need chromium-headless-shell has_chromium
  need poppler-utils command -v pdftotext
  need fontconfig command -v fc-list
  need fonts-noto-cjk has_chinese_font
  need nodejs has_node
  need npm command -v npm
fi

if [ ${#missing[@]} -eq 0 ]; then
  echo "all there"
elif [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  echo "installing: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq </dev/null
  apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >/dev/null
else
  echo "Missing on this machine: ${missing[*]}. Install them (Debian: apt-get install ${missing[*]}) or run this as root." >&2
  exit 1
fi
