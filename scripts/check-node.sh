#!/bin/sh
# Explains why the project's Node cannot start. This is a shell script, because Node cannot explain it itself.
output=$(node --version 2>&1) && exit 0
case "$output" in
  *libatomic*)
    echo "The system library libatomic is missing, so Node cannot start." >&2
    echo "Install it: apt-get install libatomic1 (Debian, Ubuntu), dnf install libatomic (Fedora), apk add libatomic (Alpine)." >&2
    ;;
  *) echo "Node cannot start: $output" >&2 ;;
esac
exit 1
