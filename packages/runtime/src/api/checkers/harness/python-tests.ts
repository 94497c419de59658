/** The process that runs the tests of a Python program. */
export const PYTHON_TESTS: string = String.raw`
class Names(dict):
    """The names of the tests. Those of the program are looked up there, whenever they are used."""

    def __missing__(self, name):
        if name not in PROGRAM_NAMES:
            raise KeyError(name)
        value = look_up(name)
        if isinstance(value, RemoteType) or type(value).__name__ == "function":
            self[name] = value
        return value


class ProgramModule(types.ModuleType):
    """The program, for tests that import it."""

    def __getattr__(self, name):
        if name not in MODULES:
            raise AttributeError("the program has no %r" % name)
        return look_up(name)


def look_up(name):
    # The tests' own: the program may have changed the one that it imported.
    parts = (MODULES[name] or "").split(".")
    is_standard = parts[0] in getattr(sys, "stdlib_module_names", ())
    if is_standard and name in MODULE_WORDS and not any(part.startswith("_") for part in parts):
        return importlib.import_module(MODULES[name])
    peer.used = True
    value = peer.request("name", name)
    if isinstance(value, RemoteType):
        CLASS_NAMES.setdefault(value, set()).add(name)
    return value


# Tests with these reach into the process of the program, or could let it into theirs.
SHARED_MODULES = """concurrent ctypes doctest gc inspect mock multiprocessing numpy pandas pickle pytest signal subprocess
tracemalloc threading torch weakref""".split()
SHARED_NAMES = "eval exec compile globals locals vars __import__".split()
SHARED_CALLS = """chdir setrecursionlimit setlocale get_type_hints iscoroutinefunction assertLogs assertNoLogs assertWarns
assertWarnsRegex catch_warnings addHandler""".split()
# These names are common: they count only for a module.
MODULE_CALLS = "seed reload patch".split()
MODULE_VALUES = "environ modules argv".split()
SHARED_ATTRIBUTES = "__globals__ __code__ __closure__ f_globals".split()
REPLACED = "input print open".split()
BRIDGED = {("sys", "stdin"), ("sys", "stdout"), ("sys", "stderr")}


def find_sharing(tree, program):
    """Why the tests need the program in their own process, if they do."""
    nodes = list(ast.walk(tree))
    called = {node.func for node in nodes if isinstance(node, ast.Call)}
    bound = {bound_name(node) for node in nodes if not isinstance(node, ast.alias)}
    modules, imported = set(), set()
    for node in nodes:
        names = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and is_foreign(node.module or ""):
            names = ["%s.%s" % (node.module, each.name) for each in node.names]
            imported |= {each.name for each in node.names}
        for name in names:
            for part in name.split("."):
                if part in SHARED_MODULES:
                    return "they import " + part
        if isinstance(node, (ast.Import, ast.ImportFrom)) and names:
            modules |= {(each.asname or each.name).split(".")[0] for each in node.names}
    for node in nodes:
        is_stored = isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
        name = name_of(node)
        is_of_module = root_of(node) in modules if isinstance(node, ast.Attribute) else name in imported
        if node in called and (name in SHARED_CALLS or is_of_module and name in MODULE_CALLS):
            if name != "seed" or "random" in program:
                return "they call %s()" % name
        if name in SHARED_ATTRIBUTES or is_of_module and name in MODULE_VALUES:
            return "they use " + name
        if isinstance(node, ast.Name) and name in SHARED_NAMES and name not in bound:
            return "they use " + name
        if is_type_of_functions(node):
            return "they look at types of the interpreter"
        if isinstance(node, ast.Attribute):
            owner = name_of(node.value)
            if is_stored and owner in modules and (owner, name) not in BRIDGED:
                return "they change the module " + owner
    replaced = sorted(find_global_names(tree).intersection(REPLACED))
    return "they replace " + replaced[0] if replaced else None


def is_foreign(module):
    top = module.split(".")[0]
    return top not in PROGRAM_MODULES and is_installed(top)


def root_of(node):
    while isinstance(node, (ast.Attribute, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return name_of(node)


def find_global_names(tree):
    """Names that the tests define for the program, too, unlike those of loops and parameters."""
    nodes, found = list(tree.body), {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    while nodes:
        node = nodes.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.stmt, ast.ExceptHandler)):
            targets = [*getattr(node, "targets", []), getattr(node, "target", None)]
            found |= {name_of(each) for each in targets if isinstance(each, ast.Name) and not hasattr(node, "iter")}
            nodes += ast.iter_child_nodes(node)
    return found


def is_type_of_functions(node):
    if isinstance(node, ast.ImportFrom):
        return node.module == "types" and any(each.name.endswith("Type") for each in node.names)
    return isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "types" and node.attr.endswith("Type")


def run(program, tests, say_started):
    global PROGRAM_NAMES, MODULES, MODULE_WORDS, EXPECTS_STOP, is_named_by_tests
    try:
        tree = ast.parse(tests, "<tests>")
    except SyntaxError as error:
        return end("unusable", "the tests can't be read: %s" % error)
    reason = find_sharing(tree, program)
    if reason is not None:
        return end("shared", reason)
    try:
        if peer.receive() != ["ready"]:
            os._exit(1)
    except Lost:
        os._exit(1)
    say_started()
    # A program could write a module where Python looks for those of the tests.
    sys.path[:] = [folder for folder in sys.path if folder]
    used_names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    words = used_names | find_imported_words(tree)
    is_named_by_tests = words.__contains__
    owners = {node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    # The program must not have the tests import a module that they don't use as one.
    MODULE_WORDS = words - {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node not in owners}
    EXPECTS_STOP = not words.isdisjoint(["StopIteration", "StopAsyncIteration"])
    peer.opens = Opens(tree)
    assertions = Assertions(tree, True, peer.has_asked)
    names = None
    try:
        loaded = peer.request("load", 0, [program, sorted(words)])
        names = MODULES = {name: module for name, module, _ in loaded if name in words}
        missing, own_modules = find_missing_modules(
            tree, {name for name in names if names[name] is None or name not in MODULE_WORDS}
        )
        if missing:
            return end("unusable", "they import %s, which is not installed" % missing[0])
        foreign = names.keys() & assertions.foreign_names
        for module, imported in own_modules.items():
            sys.modules[module] = ProgramModule(module)
            foreign |= imported & assertions.called_names
        guessed = own_modules.keys() - set(PROGRAM_MODULES)
        if len(guessed) > 1:
            WARNINGS.add("the program could have written one of the modules " + " and ".join(sorted(guessed)))
        for name in sorted(foreign):
            WARNINGS.add("they call %s() of the program" % name)
        hidden = {name for name in names if hasattr(builtins, name)}
        # Tests that import what they need mean the builtin. Otherwise, a function of the program takes its place.
        is_imported = own_modules and not any("*" in imported for imported in own_modules.values())
        replaced = set() if is_imported else {name for name, _, is_callable in loaded if name in hidden and is_callable}
        PROGRAM_NAMES = names.keys() - hidden | replaced
        free = used_names - set(filter(None, map(bound_name, ast.walk(tree))))
        # If it is all that the tests use, it is what they test. Otherwise, it could be what judges.
        if replaced & free and sum(not is_exception(name) for name in free) > 1:
            WARNINGS.add("the program replaces " + " and ".join(sorted(replaced & free)))
        linecache.cache["<tests>"] = (len(tests), None, tests.splitlines(True), "<tests>")
        tree = ast.fix_missing_locations(Questions().visit(assertions.tree))
        builtins.__rostrum_template__, builtins.__rostrum_type__ = note_template, type_of
        checks = {"isinstance": is_instance, "issubclass": is_subclass}
        if "unittest.case" in sys.modules:
            vars(sys.modules["unittest.case"]).update(checks)
        scope = Names(__name__="__main__", __builtins__={**vars(builtins), **checks, "getattr": read_attribute})

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
        exec(compile(tree, "<tests>", "exec"), scope)
    except SystemExit as error:
        if not is_own_exit(error) or error.code not in (None, 0, False):
            return fail(error, names)
    except BaseException as error:
        return fail(error, names)
    failure = assertions.describe_failure()
    if failure is not None:
        sys.stderr.write(failure)
        return end("failed")
    if not peer.used:
        return end("unusable", assertions.say_nothing_called() or "they use nothing of the program")
    skipped = assertions.describe_skipped()
    if skipped is None:
        return end("unusable", assertions.say_nothing_called() or "none of their assertions ran")
    end("passed", "; ".join([*sorted(WARNINGS), *assertions.warnings(), *filter(None, [skipped])]))


def is_exception(name):
    value = getattr(builtins, name, None)
    return isinstance(value, type) and issubclass(value, BaseException)


def is_own_exit(error):
    """Whether the tests end themselves, and neither the program nor anything that happens here does."""
    frames = [each for each in traceback.extract_tb(error.__traceback__)[1:] if each.name != "call"]
    files = [each.filename for each in frames if each.filename in ("<tests>", "<string>")]
    return own(error, "_rostrum_text") is None and files[-1:] == ["<tests>"]


def find_imported_words(tree):
    """What tests import or read from modules. It could be the program's."""
    nodes = list(ast.walk(tree))
    imported = [each for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom)) for each in node.names]
    modules = {each.asname or each.name for each in imported}
    is_loaded = any(name_of(each) == "import_module" for each in nodes)
    return {each.name for each in imported} | {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and (is_loaded or getattr(node.value, "id", None) in modules)
    }


def write_as_data(self, value, write=json.JSONEncoder.default):
    return data_of(value) if has_data(value) else write(self, value)


json.JSONEncoder.default = write_as_data


def fail(error, names):
    if peer.containers.has_unseen_changes():
        return end("shared", "they keep more data than can be compared")
    lines = traceback.format_exception_only(type(error), error)
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<tests>"
    ]
    text = own(error, "_rostrum_text")
    if isinstance(error, SystemExit) and text is not None:
        lines = ["the program exited%s\n" % (" before its tests ran" if names is None else "")]
    elif text is not None:
        lines = [text]
    sys.stderr.write("".join(traceback.format_list(frames) + lines))
    end("failed")


def main():
    """The texts are names of this frame only: a function of the tests that reads attributes must not find them."""
    global end, peer
    program, tests, say_started, end = make_reports()
    peer = Tests()
    run(program, tests, say_started)


PROGRAM_NAMES, MODULES = set(), {}
main()
`;
