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
    $PYTHON pretrain.py --size xs --seed $seed --steps "${XS_STEPS:-26000}" --rate 4e-3 --seconds "$LIMIT" \
      --out "$BUILD/xs-$seed.stage1" &
  done
  $PYTHON pretrain.py --size m --seed 4 --steps "${M_STEPS:-14000}" --rate 2e-3 --seconds "$LIMIT" --out "$BUILD/m.stage1" &
  together
}

revise() {
  rm -f "$BUILD"/*.refresh*.safetensors
  for seed in 1 2 3; do
    $PYTHON revise.py --name xs-$seed --start "$BUILD/xs-$seed.stage1.safetensors" \
      --peers $(for other in 1 2 3; do [ $other = $seed ] || echo xs-$other; done) \
      --folder "$BUILD" --seed 1$seed --steps "${XS_STEPS:-8000}" --rate 2e-3 --seconds "$LIMIT" &
  done
  # The larger network debates with itself and, now and then, with a small one.
  $PYTHON revise.py --name m --start "$BUILD/m.stage1.safetensors" --peers m xs-1 \
    --folder "$BUILD" --seed 14 --steps "${M_STEPS:-4000}" --rate 7e-4 --seconds "$LIMIT" &
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
  panel mixed xs-1 xs-2 xs-3
  for seed in 1 2 3; do panel xs-$seed xs-$seed xs-$seed xs-$seed --single "$count"; done
  panel m m m m --single "$count" --buckets triple_6 two_triples
  together
}

"$@"
