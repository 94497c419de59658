/** Runs a Python program and its tests in one process. */
export const PYTHON_TOGETHER: string = String.raw`
import linecache, os, sys, traceback, types


def run():
    reports, job = os.dup(1), os.dup(0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    start, program, source = read_job(job)

    def report(word, text=""):
        sys.stdout.flush()
        token = start if word == "started" else os.read(job, 200).decode().strip()
        os.write(reports, ("\n%s %s %s\n" % (token, word, " ".join(text.split()))).encode())

    def fail(error):
        """Shows the frames of the two texts only."""
        frames = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename in ("<program>", "<tests>")
        ]
        sys.stderr.write(
            "".join(
                traceback.format_list(frames) + traceback.format_exception_only(type(error), error)
            )
        )
        report("failed")

    for name, text in (("<program>", program), ("<tests>", source)):
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    try:
        assertions = Assertions(ast.parse(source, "<tests>"))
        tests = compile(assertions.tree, "<tests>", "exec")
    except SyntaxError as error:
        return report("unusable", "the tests can't be read: %s" % error)
    report("started")
    module = types.ModuleType("answer")
    sys.modules["answer"] = sys.modules["__main__"] = module
    sys.argv = ["tests"]
    try:
        exec(compile(program, "<program>", "exec"), module.__dict__)
    except BaseException as error:
        return fail(error)
    module.__name__ = "__main__"
    try:
        exec(tests, module.__dict__)
    except SystemExit as error:
        # Tests may end themselves; a program that ends them fails.
        files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
        if error.code not in (None, 0, False) or "<program>" in files:
            return fail(error)
    except BaseException as error:
        return fail(error)
    skipped = assertions.describe_skipped()
    if skipped is None:
        return report("unusable", "none of their assertions ran")
    report("passed", skipped)


run()
`;
