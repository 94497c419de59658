/** The process that runs the tests of a Python program. */
export const PYTHON_TESTS: string = String.raw`
class Names(dict):
    """The names of the tests. Those of the program are looked up there, whenever they are used."""

    def __missing__(self, name):
        if name not in PROGRAM_NAMES:
            raise KeyError(name)
        peer.used = True
        value = peer.request("name", name)
        if isinstance(value, RemoteType):
            NAMED.add(value)
        if isinstance(value, RemoteType) or type(value).__name__ == "function":
            self[name] = value
        return value


# Tests with these reach into the process of the program, or could let it into theirs.
SHARED_MODULES = """concurrent ctypes gc inspect mock multiprocessing numpy pandas pickle pytest signal subprocess
tracemalloc threading torch weakref""".split()
SHARED_NAMES = "eval exec compile globals locals vars __import__".split()
SHARED_CALLS = "seed chdir setrecursionlimit setlocale reload patch".split()
SHARED_VALUES = "getattr setattr delattr open input type format format_map".split()
SHARED_ATTRIBUTES = "environ modules argv __globals__ __code__ __closure__ f_globals".split()
REPLACED = "input print open".split()
BRIDGED = {("sys", "stdin"), ("sys", "stdout"), ("sys", "stderr")}


def find_sharing(tree):
    """Why the tests need the program in their own process, if they do."""
    called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
    modules = set()
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
            modules |= {(each.asname or each.name).split(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = ["%s.%s" % (node.module or "", each.name) for each in node.names]
        for name in names:
            for part in name.split("."):
                if part in SHARED_MODULES:
                    return "they import " + part
    for node in ast.walk(tree):
        is_stored = isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
        name = getattr(node, "id", getattr(node, "attr", getattr(node, "name", None)))
        if isinstance(node, (ast.Name, ast.Attribute)):
            if node in called and name in SHARED_CALLS:
                return "they call %s()" % name
            if node not in called and name in SHARED_VALUES and not is_stored:
                return "they use %s as a value" % name
        if isinstance(node, ast.Name) and name in SHARED_NAMES:
            return "they use " + name
        if isinstance(node, ast.Attribute):
            owner = getattr(node.value, "id", None)
            if name in SHARED_ATTRIBUTES:
                return "they use " + name
            if is_stored and owner in modules and (owner, name) not in BRIDGED:
                return "they change the module " + owner
        if name in REPLACED and (is_stored or isinstance(node, (ast.FunctionDef, ast.ClassDef))):
            if not isinstance(node, ast.Attribute):
                return "they replace " + name
    return None


def run():
    global PROGRAM_NAMES
    try:
        tree = ast.parse(TESTS, "<tests>")
    except SyntaxError as error:
        return end("unusable", "the tests can't be read: %s" % error)
    reason = find_sharing(tree)
    if reason is not None:
        return end("shared", reason)
    try:
        if peer.receive() != ["ready"]:
            os._exit(1)
    except Lost:
        os._exit(1)
    report(START, "started")
    words = sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)})
    assertions = Assertions(tree)
    names = None
    try:
        names = set(peer.request("load", 0, [PROGRAM, words])) & set(words)
        hidden = {name for name in names if hasattr(builtins, name)}
        # A name that hides a builtin is meant only if the tests name nothing else of the program.
        PROGRAM_NAMES = names - hidden or names
        for name in sorted(PROGRAM_NAMES & assertions.foreign_names):
            WARNINGS.add("they call %s() of the program" % name)
        if len(PROGRAM_NAMES & hidden) > 1:
            WARNINGS.add("the program replaces " + " and ".join(sorted(hidden)))
        linecache.cache["<tests>"] = (len(TESTS), None, TESTS.splitlines(True), "<tests>")
        scope = Names(__name__="__main__", __builtins__=builtins)

        class Main(types.ModuleType):
            """What test frameworks look through for tests."""

            def __getattribute__(self, name):
                if name == "__dict__":
                    return scope
                return scope[name] if name in scope else super().__getattribute__(name)

            def __dir__(self):
                return list(scope)

        sys.modules["__main__"] = Main("__main__")
        sys.argv = ["tests"]
        exec(compile(assertions.tree, "<tests>", "exec"), scope)
    except SystemExit as error:
        if "_rostrum_text" in error.__dict__ or error.code not in (None, 0, False):
            explain(error, names)
            return end("failed")
    except BaseException as error:
        explain(error, names)
        return end("failed")
    if not peer.used:
        return end("unusable", "they use nothing of the program")
    skipped = assertions.describe_skipped()
    if skipped is None:
        return end("unusable", "none of their assertions ran")
    end("passed", "; ".join(filter(None, [*sorted(WARNINGS), skipped])))


def explain(error, names):
    lines = traceback.format_exception_only(type(error), error)
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<tests>"
    ]
    text = error.__dict__.get("_rostrum_text")
    if isinstance(error, SystemExit) and text is not None:
        lines = ["the program exited%s\n" % (" before its tests ran" if names is None else "")]
    elif text is not None:
        lines = [text]
    sys.stderr.write("".join(traceback.format_list(frames) + lines))


REPORTS = os.dup(1)
JOB = os.dup(0)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
START, PROGRAM, TESTS = read_job(JOB)
PROGRAM_NAMES = set()
peer = Tests()
run()
`;
