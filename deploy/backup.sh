#!/bin/sh
# Copies the data of a Redis or Valkey with an append-only file, while it runs or not:
#
#   deploy/backup.sh DATA BACKUP
#
# DATA is the folder that holds appendonlydir; this script makes BACKUP. The manifest in appendonlydir
# names the files that belong together. If it is the same before and after the copy, so are the files,
# except the last one, which grows: its copy may end in the middle of a command, which loading ignores.
# If the manifest has changed, the files were being rewritten, and are copied again.
set -eu

if [ "$#" != 2 ]; then
  echo "usage: $0 DATA BACKUP" >&2
  exit 2
fi
data=$1/appendonlydir
backup=$2/appendonlydir

copied() {
  rm -rf "$backup"
  mkdir "$backup" || return 1
  cp -p "$data"/*.manifest "$backup" || return 1
  for file in "$data"/*; do
    case $file in
      *.manifest) ;;
      *) cp -p "$file" "$backup" || return 1 ;;
    esac
  done
  cmp -s "$data"/*.manifest "$backup"/*.manifest
}

if [ ! -d "$data" ]; then
  echo "there is no $data" >&2
  exit 1
fi
mkdir -m 700 "$2"
tries=0
until copied 2>/dev/null; do
  tries=$((tries + 1))
  if [ "$tries" = 10 ]; then
    rm -rf "$2"
    echo "$data cannot be copied, or is rewritten all the time" >&2
    exit 1
  fi
  sleep 1
done
if [ -e "$1/format" ]; then cp -p "$1/format" "$2"; fi
sync
