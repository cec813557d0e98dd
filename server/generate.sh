#!/bin/sh
# Generates the Python code of protos/ into one package, with relative imports, so that it is a part of
# the server's package and of the client's. Usage: generate.sh PYTHON TOOLS PACKAGE
set -eu
python=$1 tools=$2 package=$3
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
PYTHONPATH=$tools "$python" -m grpc_tools.protoc -I protos \
  --python_out="$out" --pyi_out="$out" --grpc_python_out="$out" protos/gemwright/v1/*.proto
cd "$out/gemwright/v1"
rm -f $(grep -L '^class ' -- *_pb2_grpc.py) # files without a service
for file in *; do
  sed 's/^from gemwright\.v1 import/from . import/' "$file" > "$out/$file"
done
printf '"""Generated from protos/; see `make protos`."""\n' > "$out/__init__.py"
rm -r "$out/gemwright"
cd - > /dev/null
{ # The gRPC status of an error reason is the first word of its comment.
  printf '"""The gRPC status of each error reason. Generated from protos/; see `make protos`."""\n\n'
  printf 'STATUS_OF_REASON = {\n'
  awk '$1 == "//" && $2 ~ /^[A-Z_]+\.$/ { status = substr($2, 1, length($2) - 1) }
    status && sub(/^ERROR_REASON_/, "", $1) { printf "    \"%s\": \"%s\",\n", $1, status; status = "" }' \
    protos/gemwright/v1/error.proto
  printf '}\n'
} > "$out/error_statuses.py"
mkdir -p "$package"
for old in "$package"/*; do
  [ -e "$out/$(basename "$old")" ] || rm -rf "$old"
done
cp "$out"/* "$package"
