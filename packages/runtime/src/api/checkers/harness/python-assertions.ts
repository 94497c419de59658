/**
 * Notes which assertions of Python tests ran, and which failed. A program that never calls a function of its tests, or
 * returns nothing to loop over, skips the assertions in there. Tests that go on after a failure can look as if they passed.
 */
export const PYTHON_ASSERTIONS: string = String.raw`
class Assertions(ast.NodeTransformer):
    """Has every assertion of a tree say that it starts, and what came of it. What always fails should never run."""

    def __init__(self, tree, is_apart, has_asked=lambda: False):
        self.has_asked = has_asked
        self.is_apart, self.judged, self.entered = is_apart, set(), set()
        self.lines, self.calls, self.elements, self.foreign_names = [], set(), set(), set()
        self.started, self.ended = collections.Counter(), collections.Counter()
        self.failed, self.hidden, self.results, self.parameters = set(), set(), [], set()
        functions = [
            node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        ]
        self.used = {getattr(node, "id", getattr(node, "attr", None)) for node in ast.walk(tree)}
        self.uncalled = find_uncalled(tree, self.used)
        # Test frameworks call what is named like a test. Other functions that nobody names are left-overs.
        self.unused = {
            node for node in functions if node.name not in self.used and not node.name.startswith("test")
        }
        self.asserting, count = set(), -1
        while len(self.asserting) > count:
            count = len(self.asserting)
            self.asserting |= {
                node.name for node in functions if any(map(self.is_assertion, ast.walk(node)))
            }
        self.expects_failures = any(map(expects_failures, ast.walk(tree)))
        self.tree = self.visit(tree)
        if self.used.isdisjoint(["globals", "locals", "vars", "dir", "modules", "getmembers"]):
            self.tree.body += [call_of(each) for each in self.uncalled if can_be_called(each)]
        ast.fix_missing_locations(self.tree)
        self.called_names = self.foreign_names
        self.foreign_names = self.foreign_names - set(filter(None, map(bound_name, ast.walk(tree))))
        builtins.__rostrum_start__, builtins.__rostrum_end__ = self.start, self.end
        builtins.__rostrum_end_assert__ = self.end_assert
        builtins.__rostrum_call__, builtins.__rostrum_fail__ = self.call, self.fail
        builtins.__rostrum_fail_by_error__ = self.fail_by_error
        self.watch_frameworks(tree)

    def start(self, number):
        self.started[number] += 1
        return number

    def end(self, number, result):
        self.ended[number] += 1
        return result

    def end_assert(self, number, result):
        self.ended[number] += 1
        # Asked once only: an object of the program may answer something else the next time.
        is_true = bool(result)
        if not is_true:
            self.fail(self.lines[number], number in self.judged)
        return is_true

    def call(self, number, function, /, *args, **kwargs):
        self.started[number] += 1
        self.entered.add(number)
        try:
            result = function(*args, **kwargs)
        except AssertionError:
            self.ended[number] += 1
            self.fail(self.lines[number], number in self.judged)
            raise
        self.ended[number] += 1
        return result

    def fail(self, line, is_judged=False):
        """A program that calls until nothing fails is honest, unless what fails is what it passed."""
        (self.hidden if not is_judged and is_called_by_program() else self.failed).add(line)

    def fail_by_error(self, line, is_failure, is_judged):
        """In a function that the program calls, an error may be what the tests want it to see."""
        if self.is_apart and not is_called_by_program():
            if is_failure:
                self.failed.add(line)
        elif is_failure and is_judged or self.has_asked():
            self.hidden.add(line)

    def is_assertion(self, node):
        if isinstance(node, ast.Assert):
            return not always_fails(node)
        if isinstance(node, ast.Call):
            name = name_of(node.func)
            return (name.startswith("assert") or name in self.asserting) and not always_fails(node)
        return isinstance(node, ast.If) and any(map(always_fails, node.body + node.orelse))

    def visit(self, node):
        if node in self.unused:
            return node
        is_assertion = self.is_assertion(node)
        fails = [] if not isinstance(node, ast.stmt) else self.note_failure(node)
        if isinstance(node, ast.If):
            self.note_errors(node)
        outer, parameters = self.parameters, getattr(node, "args", None)
        if isinstance(parameters, ast.arguments):
            self.parameters = {each.arg for each in ast.walk(parameters) if isinstance(each, ast.arg)}
        self.generic_visit(node)
        self.parameters = outer
        if isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.SetComp)):
            node.elt = self.note_element(node.elt)
            for each in node.generators:
                each.ifs = list(map(self.note_element, each.ifs))
        if isinstance(node, ast.Lambda):
            node.body = self.note_element(node.body)
        if not is_assertion:
            return [*fails, node] if fails else node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            self.foreign_names.add(node.func.id)
        number = self.number(node)
        if isinstance(node, ast.Call):
            if name_of(node.func) in self.asserting:
                self.calls.add(number)
            return noted(node, "call", ast.Constant(number), node.func, *node.args, keywords=node.keywords)
        node.test = self.note_result(number, node.test, "end" if isinstance(node, ast.If) else "end_assert")
        return node

    def number(self, node):
        self.lines.append(node.lineno)
        if self.has_parameter(node):
            self.judged.add(len(self.lines) - 1)
        return len(self.lines) - 1

    def has_parameter(self, node):
        return any(name_of(each) in self.parameters for each in ast.walk(node))

    def note_result(self, number, node, end):
        start = noted(node, "start", ast.Constant(number))
        return noted(node, end, start, node)

    def note_element(self, node):
        """Without elements, all() and any() say nothing, and a function that compares must have been called."""
        if not any(isinstance(each, ast.Compare) for each in ast.walk(node)):
            return node
        number = self.number(node)
        self.elements.add(number)
        return self.note_result(number, node, "end")

    def note_failure(self, node):
        is_error = isinstance(node, ast.Raise) and raised_name(node) != "AssertionError"
        if is_error or not always_fails(node) or (isinstance(node, ast.Expr) and not is_own_failure(node.value)):
            return []
        return [statement(node, "fail", ast.Constant(node.lineno))]

    def note_errors(self, guard):
        """What a guard raises is a failure, too."""
        is_judged = ast.Constant(self.has_parameter(guard.test))
        for body in (guard.body, guard.orelse):
            for at, each in reversed(list(enumerate(body))):
                if isinstance(each, ast.Raise) and raised_name(each) not in ("", "AssertionError"):
                    is_failure = ast.Constant(raised_name(each) == "Exception")
                    line = ast.Constant(each.lineno)
                    body.insert(at, statement(each, "fail_by_error", line, is_failure, is_judged))

    def watch_frameworks(self, tree):
        """Frameworks keep failures to themselves, unless they are asked."""
        imported = {each.name for node in ast.walk(tree) for each in getattr(node, "names", []) if isinstance(each, ast.alias)}
        imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        if "unittest" in imported:
            import unittest

            start = unittest.TestResult.__init__

            def note(result, *args, **kwargs):
                start(result, *args, **kwargs)
                self.results.append(result.wasSuccessful)

            unittest.TestResult.__init__ = note
        if "doctest" in imported:
            import doctest

            for name in ("report_failure", "report_unexpected_exception"):

                def note(runner, out, test, example, *args, write=getattr(doctest.DocTestRunner, name)):
                    self.fail(example.lineno + 1)
                    return write(runner, out, test, example, *args)

                setattr(doctest.DocTestRunner, name, note)

    def describe_failure(self):
        """Says that tests failed although they came to their end. None: they did not, or expect failures."""
        if not all(is_successful() for is_successful in self.results):
            return "tests failed, and the others went on\n"
        if self.failed and not self.expects_failures:
            return "an assertion failed, and the tests went on (%s)\n" % name_lines(self.failed)
        return None

    def warnings(self):
        if self.failed:
            yield "an assertion failed, and they went on (%s)" % name_lines(self.failed)
        if self.hidden:
            yield "they fail in a function that the program calls, and it may hide that"
        ended_early = {
            self.lines[n] for n in self.ended.keys() - self.elements if self.started[n] > self.ended[n]
        }
        if ended_early - self.failed:
            yield "an error ended assertions, and they went on (%s)" % name_lines(ended_early)

    def describe_skipped(self):
        """Says which assertions never ran. None: not one of them did, apart from calls of functions that have some."""
        ran = self.ended.keys() | self.entered | (self.started.keys() & self.elements)
        skipped = {line for n, line in enumerate(self.lines) if n not in ran}
        own = set(range(len(self.lines))) - self.elements
        if own and not self.ended.keys() - self.calls - self.elements:
            return None
        return "they have assertions that never ran (%s)" % name_lines(skipped) if skipped else ""

    def say_nothing_called(self):
        names = [each.name for each in self.uncalled if isinstance(each, ast.ClassDef) or not can_be_called(each)]
        return "nothing calls their %s" % names[0] if names else ""


def name_lines(lines):
    lines = sorted(lines)
    more = " and %d more" % (len(lines) - 3) if len(lines) > 3 else ""
    return "line %s%s" % (", ".join(map(str, lines[:3])), more)


def noted(node, name, *args, keywords=()):
    function = ast.Name("__rostrum_%s__" % name, ast.Load())
    return ast.copy_location(ast.Call(function, list(args), list(keywords)), node)


def statement(node, name, *args):
    return ast.copy_location(ast.Expr(noted(node, name, *args)), node)


def is_called_by_program():
    frame = sys._getframe()
    while frame is not None:
        if frame.f_code.co_filename == "<program>" or frame.f_code.co_name == "carry_out":
            return True
        frame = frame.f_back
    return False


def find_uncalled(tree, used):
    """Functions and classes that only a test framework would run, which these tests don't start."""
    return [
        node
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        and node.name.lower().startswith("test")
        and node.name not in used
        and (not isinstance(node, ast.ClassDef) or not used & {"main", "run"})
    ]


def can_be_called(node):
    if isinstance(node, ast.ClassDef) or node.decorator_list:
        return False
    return len(node.args.args) + len(node.args.posonlyargs) == len(node.args.defaults)


def call_of(node):
    call = "%s()" % node.name
    text = "__import__('asyncio').run(%s)" % call if isinstance(node, ast.AsyncFunctionDef) else call
    return ast.copy_location(ast.parse(text).body[0], node)


BROAD = {"AssertionError", "Exception", "BaseException"}


def expects_failures(node):
    """Whether tests drop a failed assertion on purpose. A handler that prints it reports it."""
    if isinstance(node, ast.ExceptHandler):
        types = {name_of(each) for each in ast.walk(node.type)} if node.type else BROAD
        names = {name_of(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)}
        is_raised = any(isinstance(each, ast.Raise) for each in ast.walk(node))
        return bool(types & BROAD) and not is_raised and names.isdisjoint(["print", "print_exc", "write"])
    if isinstance(node, ast.Call):
        return any(name_of(each) in BROAD for each in node.args) and name_of(node.func) != "isinstance"
    return name_of(node) == "expectedFailure"


def bound_name(node):
    if isinstance(node, ast.Name):
        return None if isinstance(node.ctx, ast.Load) else node.id
    if isinstance(node, ast.alias):
        return node.asname or node.name
    return getattr(node, "arg", getattr(node, "name", None))


name_of = lambda node: getattr(node, "id", getattr(node, "attr", "")) or ""
raised_name = lambda node: name_of(getattr(node.exc, "func", node.exc))


def is_own_failure(call):
    """Whether a call fails the tests, unlike exit(), which ends them, and a method of the program of that name."""
    return getattr(getattr(call.func, "value", None), "id", None) == "self"


def always_fails(node):
    if isinstance(node, ast.Expr):
        node = node.value
    if isinstance(node, ast.Raise):
        return raised_name(node) in ("AssertionError", "Exception")
    if isinstance(node, ast.Call):
        name = name_of(node.func)
        if name in ("assertTrue", "assertFalse") and node.args:
            return is_constant(node.args[0], name == "assertFalse")
        return name in ("fail", "exit", "_exit")
    return isinstance(node, ast.Assert) and is_constant(node.test, False)


def is_constant(node, truth):
    try:
        return bool(ast.literal_eval(node)) is truth
    except ValueError:
        return False
`;
