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
        tree = ast.parse(source, "<tests>")
        assertions = Assertions(tree, False)
        tests = compile(assertions.tree, "<tests>", "exec")
        # Before the program runs, because it could hide modules that there are.
        missing = find_missing_modules(tree)[0]
    except SyntaxError as error:
        return report("unusable", "the tests can't be read: %s" % error)
    report("started")
    module = types.ModuleType("answer")
    for name in ("__main__", *PROGRAM_MODULES):
        sys.modules[name] = module
    sys.argv = ["tests"]
    try:
        exec(compile(program, "<program>", "exec"), module.__dict__)
    except BaseException as error:
        return fail(error)
    module.__name__ = "__main__"
    names = {name for name, value in module.__dict__.items() if not isinstance(value, types.ModuleType)}
    missing, own = find_missing_modules(tree, names) if missing else ([], {})
    if missing:
        return report("unusable", "they import %s, which is not installed" % missing[0])
    sys.modules.update(dict.fromkeys(own, module))
    try:
        exec(tests, module.__dict__)
    except SystemExit as error:
        # Tests may end themselves; a program that ends them fails.
        files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
        if error.code not in (None, 0, False) or "<program>" in files:
            return fail(error)
    except BaseException as error:
        return fail(error)
    failure = assertions.describe_failure()
    if failure is not None:
        sys.stderr.write(failure)
        return report("failed")
    skipped = assertions.describe_skipped()
    if skipped is None:
        return report("unusable", assertions.say_nothing_called() or "none of their assertions ran")
    report("passed", "; ".join([*assertions.warnings(), *filter(None, [skipped])]))


run()
`;
