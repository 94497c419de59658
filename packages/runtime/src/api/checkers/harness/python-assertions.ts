/**
 * Notes which assertions of Python tests ran. A program that never calls a function of its tests, or returns nothing to
 * loop over, skips the assertions in there.
 */
export const PYTHON_ASSERTIONS: string = String.raw`
class Assertions(ast.NodeTransformer):
    """Has every assertion of a tree hand its result to __rostrum_ran__. What always fails should never run."""

    def __init__(self, tree):
        self.lines, self.calls, self.ran, self.foreign_names = [], set(), set(), set()
        functions = [
            node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        ]
        used = {getattr(node, "id", getattr(node, "attr", None)) for node in ast.walk(tree)}
        # Test frameworks call what is named like a test. Other functions that nobody names are left-overs.
        self.unused = {
            node for node in functions if node.name not in used and not node.name.startswith("test")
        }
        self.asserting, count = set(), -1
        while len(self.asserting) > count:
            count = len(self.asserting)
            self.asserting |= {
                node.name for node in functions if any(map(self.is_assertion, ast.walk(node)))
            }
        self.tree = ast.fix_missing_locations(self.visit(tree))
        self.foreign_names -= set(filter(None, map(bound_name, ast.walk(tree))))
        builtins.__rostrum_ran__ = self.note

    def note(self, number, result):
        self.ran.add(number)
        return result

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
        self.generic_visit(node)
        if not is_assertion:
            return node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            self.foreign_names.add(node.func.id)
        number = len(self.lines)
        self.lines.append(node.lineno)
        if isinstance(node, ast.Call) and name_of(node.func) in self.asserting:
            self.calls.add(number)
        result = node if isinstance(node, ast.Call) else node.test
        name = ast.Name("__rostrum_ran__", ast.Load())
        noted = ast.copy_location(ast.Call(name, [ast.Constant(number), result], []), result)
        if result is node:
            return noted
        node.test = noted
        return node

    def describe_skipped(self):
        """Says which assertions never ran. None: not one of them did, apart from calls of functions that have some."""
        skipped = sorted({line for n, line in enumerate(self.lines) if n not in self.ran})
        if skipped and not self.ran - self.calls:
            return None
        return describe_skipped(skipped)


def describe_skipped(lines):
    if not lines:
        return ""
    more = " and %d more" % (len(lines) - 3) if len(lines) > 3 else ""
    return "they have assertions that never ran (line %s%s)" % (", ".join(map(str, lines[:3])), more)


def bound_name(node):
    if isinstance(node, ast.Name):
        return None if isinstance(node.ctx, ast.Load) else node.id
    if isinstance(node, ast.alias):
        return node.asname or node.name
    return getattr(node, "arg", getattr(node, "name", None))


name_of = lambda node: getattr(node, "id", getattr(node, "attr", "")) or ""


def always_fails(node):
    if isinstance(node, ast.Expr):
        node = node.value
    if isinstance(node, ast.Raise):
        return name_of(getattr(node.exc, "func", node.exc)) in ("AssertionError", "Exception")
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
