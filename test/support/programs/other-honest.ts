import type { TestedProgram } from "./tested-program.ts";

/** Ruby, Perl and Bash programs that do what their tests ask for. */
export const OTHER_HONEST: TestedProgram[] = [
  {
    name: "a method",
    language: "ruby",
    program: String.raw`def add(a, b) = a + b`,
    tests: String.raw`raise unless add(2, 3) == 5`,
  },
  {
    name: "a class with an exception",
    language: "ruby",
    program: String.raw`class Stack
  def initialize = @items = []
  def push(x) = @items.push(x)
  def pop = @items.pop || raise(IndexError, 'empty')
end`,
    tests: String.raw`s = Stack.new; s.push(1)
raise unless s.pop == 1
begin; s.pop; raise 'no'; rescue IndexError => e; raise unless e.message == 'empty'; end`,
  },
  {
    name: "has data behind its end",
    language: "ruby",
    program: String.raw`def words = $words
$words = DATA.read.split
__END__
a b`,
    tests: String.raw`raise unless words == %w[a b]`,
  },
  {
    name: "guards its main part",
    language: "ruby",
    program: String.raw`def f = 1
if __FILE__ == $0
  exit 1
end`,
    tests: String.raw`exit(f == 1)`,
  },
  {
    name: "tested with minitest",
    language: "ruby",
    program: String.raw`def twice(x) = x * 2`,
    tests: String.raw`require 'minitest/autorun'
class T < Minitest::Test
  def test_it = assert_equal(4, twice(2))
end`,
  },
  {
    name: "a function",
    language: "perl",
    program: String.raw`sub add { my ($a, $b) = @_; return $a + $b }`,
    tests: String.raw`die unless add(2, 3) == 5;`,
  },
  {
    name: "a class",
    language: "perl",
    program: String.raw`package Counter;
sub new { bless { n => 0 }, shift }
sub inc { $_[0]{n}++ }
sub value { $_[0]{n} }
package main;`,
    tests: String.raw`my $c = Counter->new; $c->inc; $c->inc;
die unless $c->value == 2;`,
  },
  {
    name: "tested with Test::More",
    language: "perl",
    program: String.raw`sub twice { 2 * shift }`,
    tests: String.raw`use Test::More tests => 1;
is(twice(2), 4);`,
  },
  {
    name: "has data behind its end",
    language: "perl",
    program: String.raw`my @lines = <DATA>;
sub count { scalar @lines }
__END__
a
b`,
    tests: String.raw`die unless count() == 2;`,
  },
  {
    name: "guards its main part",
    language: "perl",
    program: String.raw`sub f { 1 }
exit 1 unless caller;
1;`,
    tests: String.raw`exit(f() == 1 ? 0 : 1);`,
  },
  {
    name: "a function",
    language: "bash",
    program: String.raw`add() { echo $(($1 + $2)); }`,
    tests: String.raw`[ "$(add 2 3)" = 5 ] || exit 1`,
  },
  {
    name: "functions with the names of builtins",
    language: "bash",
    program: String.raw`help() { echo "usage: x"; }
cd() { builtin cd "$@" && echo "now $PWD"; }`,
    tests: String.raw`[ "$(help)" = "usage: x" ] || exit 1
[ "$(cd /)" = "now /" ] || exit 1`,
  },
  {
    name: "sets a variable",
    language: "bash",
    program: String.raw`greet() { result="Hello, $1"; }`,
    tests: String.raw`greet World
[ "$result" = "Hello, World" ]`,
  },
  {
    name: "reads standard input",
    language: "bash",
    program: String.raw`upper() { tr a-z A-Z; }`,
    tests: String.raw`[ "$(echo abc | upper)" = ABC ] && exit 0
exit 1`,
  },
  {
    name: "fails where it should",
    language: "bash",
    program: String.raw`positive() { [ "$1" -gt 0 ]; }`,
    tests: String.raw`positive 3 && ! positive -1`,
  },
  {
    name: "calls a block with assertions",
    language: "ruby",
    program: String.raw`def each_twice(x)
  2.times { yield x }
end`,
    tests: String.raw`count = 0
each_twice(4) { |v| raise unless v == 4; count += 1 }
raise unless count == 2`,
  },
  {
    name: "compares its own objects",
    language: "ruby",
    program: String.raw`Point = Struct.new(:x, :y)
def origin = Point.new(0, 0)`,
    tests: String.raw`raise unless origin == Point.new(0, 0)`,
  },
  {
    name: "tested with test-unit",
    language: "ruby",
    program: String.raw`def twice(x) = x * 2`,
    tests: String.raw`begin
  require 'test/unit'
rescue LoadError
  exit(twice(2) == 4)
end
class T < Test::Unit::TestCase
  def test_it = assert_equal(4, twice(2))
end`,
  },
];
