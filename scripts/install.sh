#!/bin/sh
# Installs the single file of Sandgate, without root: install.sh [version] [folder]
#   version  such as 1.0.0 (default: the latest release)
#   folder   where to put it (default: ~/.local/bin)
# SANDGATE_RELEASES is another address than that of the releases on GitHub.
# The sum shows that the file is whole. It cannot prove who built it: who changes the file changes the sum
# too. `gh attestation verify` proves that.
set -eu

version=${1:-latest}
folder=${2:-$HOME/.local/bin}
releases=${SANDGATE_RELEASES:-https://github.com/sandgate/sandgate/releases}

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

# An address in https leads to no other protocol, not even through a redirect.
case "$releases" in https:*) protocols='=https' ;; *) protocols='=http,https' ;; esac

case "$(uname -s)" in
  Linux) system=linux ;;
  Darwin) system=darwin ;;
  *) fail "there is no single file for $(uname -s); on Windows, use install.ps1" ;;
esac
case "$(uname -m)" in
  x86_64 | amd64) machine=x64 ;;
  aarch64 | arm64) machine=arm64 ;;
  *) fail "there is no single file for $(uname -m); use the Node package" ;;
esac
if [ "$system" = linux ] && [ -e /etc/alpine-release ]; then
  fail "the single file does not run on Alpine; use the Node package"
fi

file=sandgate-$system-$machine
if [ "$version" = latest ]; then from=$releases/latest/download; else from=$releases/download/v${version#v}; fi

case "$folder" in /*) ;; *) folder=$PWD/$folder ;; esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
for one in "$file" SHA256SUMS; do
  curl --proto "$protocols" -fsSL --retry 2 -o "$one" "$from/$one" || fail "could not download $from/$one"
done

grep -q " [ *]$file\$" SHA256SUMS || fail "SHA256SUMS does not list $file"
if command -v sha256sum >/dev/null; then sum=$(sha256sum "$file"); else sum=$(shasum -a 256 "$file"); fi
grep -q "^${sum%% *} [ *]$file\$" SHA256SUMS || fail "$file does not have the sum that SHA256SUMS lists: it was cut off or changed; nothing was installed"

mkdir -p "$folder"
chmod +x "$file"
mv "$file" "$folder/sandgate"
echo "Installed $folder/sandgate"
echo "Its sum is right. To prove who built it: gh attestation verify $folder/sandgate --repo sandgate/sandgate"
case ":$PATH:" in
  *":$folder:"*) ;;
  *) echo "Add $folder to your PATH to run it as sandgate." ;;
esac
