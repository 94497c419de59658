/** Runs a Ruby program and its tests in one process. */
export const RUBY_TOGETHER: string = String.raw`
require "stringio"
# In a block, so that its variables are not those of the program.
lambda do
  job, reports = $stdin.dup, $stdout.dup
  $stdin.reopen(File::NULL)
  state = "loading"
  report = lambda do |token, word, text = ""|
    $stdout.flush
    reports.syswrite("\n#{token} #{word} #{text.split.join(" ")}\n")
  end
  read = lambda do |size|
    bytes = "".b
    bytes << job.sysread(size - bytes.bytesize) while bytes.bytesize < size
    bytes.force_encoding("UTF-8")
  end
  line = +""
  line << read.call(1) until line.end_with?("\n")
  start, *sizes = line.split
  program, tests = sizes.map { |size| read.call(size.to_i + 1).chop }
  # The first one that is registered runs last, after a test framework has set the exit code.
  at_exit do
    status = $!.is_a?(SystemExit) ? $!.status : $! ? 1 : 0
    passed = state == "ended" && status == 0
    report.call(job.sysread(200).strip, passed ? "passed" : "failed")
    state = "reported"
  end
  begin
    RubyVM::InstructionSequence.compile(tests, "tests.rb") if defined?(RubyVM)
  rescue SyntaxError => error
    report.call(job.sysread(200).strip, "unusable", "the tests can't be read: #{error.message}")
    exit!(0)
  end
  report.call(start, "started")
  source, data = program.split(/^__END__\r?\n/, 2)
  DATA = StringIO.new(data) if data
  begin
    TOPLEVEL_BINDING.eval(source, "answer.rb", 1)
    state = "testing"
    TOPLEVEL_BINDING.eval(tests, "tests.rb", 1)
    state = "ended"
  rescue SystemExit => error
    # Tests may end themselves; a program that ends them fails.
    by_program = (error.backtrace || []).any? { |each| each.start_with?("answer.rb") }
    state = "ended" if state == "testing" && error.success? && !by_program
    exit(error.status)
  end
end.call
`;
