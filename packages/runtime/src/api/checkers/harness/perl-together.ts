/** Runs a Perl program and its tests in one process. */
export const PERL_TOGETHER: string = String.raw`
package Rostrum;
use strict;
my ($state, $started) = ("loading", 0);
sub report {
  my ($token, $word) = @_;
  print Rostrum::REPORTS "\n$token $word\n";
}
BEGIN {
  require IO::Handle;
  open(Rostrum::REPORTS, ">&", \*STDOUT) or die;
  open(Rostrum::JOB, "<&", \*STDIN) or die;
  open(STDIN, "<", "/dev/null");
  Rostrum::REPORTS->autoflush(1);
  # Tests may end themselves; a program that ends them fails.
  *CORE::GLOBAL::exit = sub {
    my $code = @_ ? $_[0] : 0;
    $state = "ended" if $state eq "testing" && (caller)[1] eq "tests.pl";
    CORE::exit($code);
  };
}
# The first END block that is compiled runs last, after a test framework has set the exit code.
END {
  if ($started) {
    my $passed = $? == 0 && $state eq "ended";
    report(take(200), $passed ? "passed" : "failed");
    $? = 0;
  }
}
sub take {
  my ($size) = @_;
  sysread(Rostrum::JOB, my $bytes, $size);
  $bytes =~ s/\s+\z// if $size == 200;
  return $bytes;
}
sub take_all {
  my ($size) = @_;
  my $bytes = "";
  $bytes .= take($size - length $bytes) while length $bytes < $size;
  chop $bytes;
  return $bytes;
}
my $line = "";
$line .= take(1) while $line !~ /\n/;
my ($start, @sizes) = split " ", $line;
my ($program, $tests) = map { take_all($_ + 1) } @sizes;
report($start, "started");
$started = 1;
my ($source, $data) = split /^__(?:END|DATA)__\r?\n/m, $program, 2;
open(main::DATA, "<", \$data) if defined $data;
sub testing { $state = "testing" }
sub ended { $state = "ended" }
# In one piece, because tests may use the program's lexical variables.
my $text = "package main; no strict; no warnings;\n#line 1 \"answer.pl\"\n$source\n;Rostrum::testing();\n"
  . "#line 1 \"tests.pl\"\n$tests\n;Rostrum::ended();\n1";
eval $text or do {
  print STDERR $@;
  CORE::exit(1);
};
`;
