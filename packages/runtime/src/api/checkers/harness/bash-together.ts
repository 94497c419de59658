/** Runs a Bash program and its tests in one process. */
export const BASH_TOGETHER: string = String.raw`
exec 8>&1 9<&0 < /dev/null
read -r -u 9 start sizes
IFS= read -r -d '' -u 9 program
IFS= read -r -d '' -u 9 tests
printf '%s' "$program" > "$TMPDIR/answer.sh"
printf '%s' "$tests" > "$TMPDIR/tests.sh"
if ! error=$(bash -n "$TMPDIR/tests.sh" 2>&1); then
  read -r -u 9 token
  printf '\n%s unusable %s\n' "$token" "the tests can't be read: $(tr '\n' ' ' <<< "$error")" >&8
  exit 0
fi
printf '\n%s started\n' "$start" >&8
unset start sizes program tests error
source "$TMPDIR/answer.sh"
# Functions of the program must not stand in for builtins that judge it.
builtin unset -f [ test printf echo true false exit return source . read eval builtin command unset caller
rostrum_finish() {
  local token word=failed
  ((BASH_SUBSHELL == 0)) || builtin exit "$1"
  read -r -u 9 token
  [[ $1 == 0 ]] && word=passed
  printf '\n%s %s\n' "$token" "$word" >&8
  builtin exit 0
}
# Tests may end themselves; a program that ends them fails.
exit() {
  local code=$? file
  (($# > 0)) && code=$1
  read -r _ _ file <<< "$(caller 0)"
  [[ $file == "$TMPDIR/tests.sh" ]] && rostrum_finish "$code"
  builtin exit "$code"
}
source "$TMPDIR/tests.sh"
rostrum_finish $?
`;
