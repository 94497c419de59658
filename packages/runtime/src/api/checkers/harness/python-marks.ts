/**
 * Records why tests of a Python program are unprotected: where they rely on an object of
 * the program, which could fake their outcome, instead of on data.
 */
export const PYTHON_MARKS: string = String.raw`
WARNINGS = set()
COMPARISONS = {"__%s__" % name for name in "eq ne lt le gt ge contains".split()}
CONVERSIONS = {"__%s__" % name for name in "bool len iter abs round int float complex index trunc floor ceil neg pos invert bytes".split()}
READS = CONVERSIONS | {"__%s__" % name for name in "str repr format hash getitem".split()}
# The exceptions that tests fail by, and the one that ends them.
FAILURE_TYPES = (AssertionError, Exception, BaseException, SystemExit)
# Methods of data, which an object of the program could have, too.
METHODS = {name for kind in [*PLAIN.values(), *SIMPLE_TAGS, *MUTABLE] for name in dir(kind) if name[0] != "_"}
CONTAINERS = (tuple, list, dict, set, frozenset, collections.deque)
# Classes by the names that tests use for them.
CLASS_NAMES = {}
mro_of = lambda kind: type.__getattribute__(kind, "__mro__")
is_named = lambda kind: any(base in CLASS_NAMES for base in mro_of(kind))


def is_consented(kind):
    """Whether tests that call it want an object of the program. Functions have names in lower case, whatever they are."""
    return all(name.lstrip("_")[:1].isupper() for name in CLASS_NAMES.get(kind, [""]))


def note_operator(name, answer):
    """The program sees both sides of an operator, so that it could give the answer that the tests expect."""
    if answer is NotImplemented:
        return
    if name in COMPARISONS:
        WARNINGS.add("they ask an object of the program how it compares with others")
    else:
        note_conversion(name, answer)


def note_conversion(name, answer):
    """Data that comes of what an operator returned is as good as that of the operator."""
    if type(answer) in CONTAINERS and answer and name != "__iter__":
        for each in answer.values() if isinstance(answer, dict) else answer:
            note_conversion(name, each)
    elif is_remote(answer) and name != "__iter__":
        object.__setattr__(answer, "_rostrum_calculated", True)
        if isinstance(answer, CONSTANT_VIEWS):
            WARNINGS.add("an object of the program calculates for them (%s)" % name)
    elif not isinstance(answer, (RemoteType, RemoteAwaitable)):
        WARNINGS.add("an object of the program calculates for them (%s)" % name)


def gives_away(value, name):
    """Whether data that an object gives is that of an operator. What the tests made themselves may be read and printed."""
    is_calculated = own(value, "_rostrum_calculated")
    if name in CONVERSIONS:
        return is_calculated or own(value, "_rostrum_judged")
    return is_calculated and name not in OPERATORS and not is_named(type(value))


class Reads:
    """What objects of the program said since something could have changed them. They must not change whenever they are read."""

    QUESTIONS = ["dir", "metaclass", "check", "data", "copy"]

    def __init__(self):
        self.answers, self.places, self.names, self.changes = {}, {}, {}, 0

    def note(self, action, target, args, answer):
        # The tests may have changed a list that the program has, too.
        if peer.containers.changes > self.changes:
            self.changes = peer.containers.changes
            self.answers.clear()
        if action not in ("get", "name") and (action != "special" or args[0] not in READS):
            if action not in self.QUESTIONS:
                self.answers.clear()
            return
        # An object that is read somewhere is the one that was read there before, if nothing happened in between.
        key = (action, self.places.get(target, target), *map(outline, args))
        place, before = self.answers.setdefault(key, (object(), outline(answer)))
        if before != outline(answer):
            WARNINGS.add("an object that the program made changes whenever it is read")
        if is_remote(answer):
            self.places.setdefault(number_of(answer), place)
            if action == "get" and target in peer.classes:
                self.note_name(target, args[0], number_of(answer))

    def note_name(self, owner, name, number):
        if self.names.setdefault((owner, number), name) != name:
            WARNINGS.add("a class of the program has one object under two names")


def outline(value, depth=3):
    """Data as it can be compared. Of an object, only that it is one."""
    if isinstance(value, (tuple, list)) and depth > 0:
        items = (tuple if isinstance(value, tuple) else list).__iter__(value)
        return tuple(outline(each, depth - 1) for each in itertools.islice(items, 100))
    if type(value) is slice:
        return outline((value.start, value.stop, value.step), depth)
    if type(value) in SIMPLE_TAGS or value is None:
        return repr(value)
    if isinstance(value, (dict, set, frozenset)):
        return len(value)
    for view, empty in ((int, 0), (str, ""), (bytes, b"")):
        if isinstance(value, view):
            return (view.__name__, view.__add__(value, empty))
    return float.__repr__(value) if isinstance(value, float) else "an object"


def note_judgement(name, answer):
    if is_remote(answer):
        object.__setattr__(answer, "_rostrum_judged", True)
    elif answer is not None and not isinstance(answer, RemoteType):
        WARNINGS.add("they ask an object that the program made, not data, for %s()" % name)


def note_method(name, value, is_consented):
    if isinstance(value, RemoteType):
        CLASS_NAMES.setdefault(value, set()).add(name)
    if name in METHODS and not is_consented:
        if is_remote(value):
            object.__setattr__(value, "_rostrum_judges", name)
        elif callable(value):
            # A builtin, or a function of the tests, which this process can't watch.
            note_judgement(name, True)
    if is_remote(value):
        if name in ("send", "throw", "asend", "athrow"):
            object.__setattr__(value, "_rostrum_resumes", True)
    return value
`;
