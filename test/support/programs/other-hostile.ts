import type { TestedProgram } from "./tested-program.ts";

/** Ruby, Perl and Bash programs that are wrong and do something so that their tests pass. */
export const OTHER_HOSTILE: TestedProgram[] = [
  {
    name: "exits with 0",
    language: "ruby",
    program: String.raw`exit 0`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "exits at once",
    language: "ruby",
    program: String.raw`exit! 0`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "exits when it is called",
    language: "ruby",
    program: String.raw`def f = exit(0)`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "exits with 0 at its end",
    language: "ruby",
    program: String.raw`at_exit { exit! 0 }
def f = 2`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "hides the tests behind its end",
    language: "ruby",
    program: String.raw`def f = 2
__END__`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "equals everything",
    language: "ruby",
    verdict: "ok",
    program: String.raw`class E; def ==(o) = true; end
def f = E.new`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "replaces raise",
    language: "ruby",
    verdict: "ok",
    program: String.raw`def raise(*) = nil
def f = 2`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "exits with 0",
    language: "perl",
    program: String.raw`exit 0;`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "exits when it is called",
    language: "perl",
    program: String.raw`sub f { exit 0 }`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "hides the tests behind its end",
    language: "perl",
    program: String.raw`sub f { 2 }
__END__`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "hides the tests in documentation",
    language: "perl",
    program: String.raw`sub f { 2 }

=pod`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "exits with 0 at its end",
    language: "perl",
    program: String.raw`sub f { 2 }
END { $? = 0 }`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "leaves by POSIX",
    language: "perl",
    program: String.raw`use POSIX ();
sub f { POSIX::_exit(0) }`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "becomes another program",
    language: "perl",
    program: String.raw`sub f { exec 'true' }`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "prints plausible output",
    language: "perl",
    program: String.raw`print "1..1\nok 1\n";
sub f { 2 }`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "equals everything",
    language: "perl",
    verdict: "ok",
    program: String.raw`package E;
use overload '==' => sub { 1 }, 'eq' => sub { 1 };
package main;
sub f { bless {}, 'E' }`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "replaces die",
    language: "perl",
    verdict: "ok",
    program: String.raw`BEGIN { *CORE::GLOBAL::die = sub { 1 } }
sub f { 2 }`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "exits with 0",
    language: "bash",
    program: String.raw`exit 0`,
    tests: String.raw`[ "$(f)" = 4 ] || exit 1`,
  },
  {
    name: "exits when it is called",
    language: "bash",
    program: String.raw`f() { exit 0; }`,
    tests: String.raw`f > /dev/null
exit 1`,
  },
  {
    name: "becomes another program",
    language: "bash",
    program: String.raw`exec true`,
    tests: String.raw`[ "$(f)" = 4 ] || exit 1`,
  },
  {
    name: "replaces [ and test",
    language: "bash",
    program: String.raw`[() { return 0; }
test() { return 0; }
f() { echo 2; }`,
    tests: String.raw`[ "$(f)" = 4 ] || exit 1`,
  },
  {
    name: "replaces exit",
    language: "bash",
    program: String.raw`exit() { builtin exit 0; }
f() { echo 2; }`,
    tests: String.raw`[ "$(f)" = 4 ] || exit 1`,
  },
  {
    name: "replaces printf, echo and true",
    language: "bash",
    program: String.raw`printf() { builtin printf 4; }
echo() { builtin echo 4; }
true() { return 0; }
f() { builtin echo 2; }`,
    tests: String.raw`[ "$(printf "%s" "$(f)")" = 4 ] && [ "$(echo 2)" = 2 ] || exit 1`,
  },
  {
    name: "traps its end",
    language: "bash",
    program: String.raw`trap 'exit 0' EXIT
f() { echo 2; }`,
    tests: String.raw`[ "$(f)" = 4 ] || exit 1`,
  },
  {
    name: "stops the shell",
    language: "bash",
    program: String.raw`kill -9 $$`,
    tests: String.raw`[ "$(f)" = 4 ] || exit 1`,
  },
  {
    name: "hides the tests in a document",
    language: "bash",
    program: String.raw`f() { echo 2; }
cat <<X`,
    tests: String.raw`[ "$(f)" = 4 ] || exit 1`,
  },
  {
    name: "replaces a command",
    language: "bash",
    verdict: "ok",
    program: String.raw`f() { echo 2; }
grep() { return 0; }`,
    tests: String.raw`f | grep -q 4`,
  },
  {
    name: "exits from a thread",
    language: "ruby",
    program: String.raw`Thread.new { sleep 0.05; exit!(0) }
def f
  sleep 0.3
  2
end`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "hooks exceptions",
    language: "ruby",
    program: String.raw`TracePoint.new(:raise) { exit!(0) }.enable
def f = 2`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "ends the main thread",
    language: "ruby",
    program: String.raw`def f = Thread.main.kill`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "exits before it is read",
    language: "ruby",
    program: String.raw`BEGIN { exit 0 }
def f = 2`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "hides the tests in a comment",
    language: "ruby",
    program: String.raw`def f = 2
=begin`,
    tests: String.raw`raise unless f == 4`,
  },
  {
    name: "exits when something dies",
    language: "perl",
    program: String.raw`$SIG{__DIE__} = sub { exit 0 };
sub f { 2 }`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "leaves the tests",
    language: "perl",
    program: String.raw`sub f { last }`,
    tests: String.raw`die unless f() == 4;`,
  },
  {
    name: "replaces source and read",
    language: "bash",
    program: String.raw`source() { :; }
read() { :; }
f() { echo 2; }`,
    tests: String.raw`[ "$(f)" = 4 ] || exit 1`,
  },
  {
    name: "skips what would fail",
    language: "bash",
    program: String.raw`shopt -s extdebug
trap false DEBUG
f() { echo 2; }`,
    tests: String.raw`[ "$(f)" = 4 ] || exit 1`,
  },
];
