#!/bin/bash
# Makes the weights: ./run.sh pretrain, then revise, then evaluate. One GPU is enough for all runs of a stage at
# once. SECONDS_LEFT bounds the training time of a stage: the rate then falls in that time, whatever was done by then.
set -euo pipefail
cd "$(dirname "$0")"
BUILD=${BUILD:-dist}
RESULTS=${RESULTS:-results}
LIMIT=${SECONDS_LEFT:-100000}
PYTHON=${PYTHON:-python3}
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2
mkdir -p "$BUILD"

together() { # Waits for all; fails if one did.
  local failed=0 id
  for id in $(jobs -p); do wait "$id" || failed=1; done
  return $failed
}

pretrain() {
  for seed in 1 2 3; do
    $PYTHON pretrain.py --size xs --seed $seed --steps "${XS_STEPS:-23600}" --rate 4e-3 --seconds "$LIMIT" \
      --out "$BUILD/xs-$seed.stage1" &
  done
  $PYTHON pretrain.py --size m --seed 4 --steps "${M_STEPS:-9700}" --rate 2e-3 --seconds "$LIMIT" --out "$BUILD/m.stage1" &
  together
}

revise() { # With RESUME=2 STEPS=...: goes on from the second refresh, for the runs named.
  local runs="${RUNS:-xs-1 xs-2 xs-3 m}" resume="${RESUME:-0}" name
  [ "$resume" != 0 ] || rm -f "$BUILD"/*.refresh*.safetensors
  for name in $runs; do
    case $name in
      xs-1) set -- --peers xs-2 xs-3 --seed 11 --steps "${XS_STEPS:-6150}" --rate 2e-3 ;;
      xs-2) set -- --peers xs-1 xs-3 --seed 12 --steps "${XS_STEPS:-6150}" --rate 2e-3 ;;
      xs-3) set -- --peers xs-1 xs-2 --seed 13 --steps "${XS_STEPS:-6150}" --rate 2e-3 ;;
      # The larger network debates with itself and, now and then, with a small one.
      m) set -- --peers m xs-1 --seed 14 --steps "${M_STEPS:-3160}" --rate 7e-4 ;;
    esac
    $PYTHON revise.py --name "$name" "$@" --folder "$BUILD" --seconds "$LIMIT" --resume "$resume" \
      --pool "${POOL:-40000}" --check "${CHECK:-1000}" &
  done
  together
}

evaluate() {
  local at="$BUILD" count="${COUNT:-5000}"
  panel() { # name, three members, then options
    local name=$1 a=$2 b=$3 c=$4
    shift 4
    $PYTHON evaluate.py --name "$name" --panel "$at/$a.stage2.safetensors" "$at/$b.stage2.safetensors" \
      "$at/$c.stage2.safetensors" --count "$count" --out "$RESULTS" "$@" &
  }
  panel mixed xs-1 xs-2 xs-3 --buckets triple_6 triple_5
  for seed in 1 2 3; do panel xs-$seed xs-$seed xs-$seed xs-$seed --single "$count" --buckets triple_6 triple_5; done
  panel m m m m --single "$count" --buckets two_triples triple_6
  together
}

"$@"
