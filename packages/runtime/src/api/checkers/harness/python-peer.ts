/** Both ends of the connection between Python tests and their program. */
export const PYTHON_PEER: string = String.raw`
import ast, asyncio, builtins, collections, copy, datetime, decimal, fractions, functools, importlib.util, inspect, io, itertools, json, linecache, operator, os, pathlib, sys, threading, traceback, types, uuid

PLAIN = {
    t.__name__: t
    for t in (
        bool,
        int,
        float,
        complex,
        str,
        bytes,
        bytearray,
        list,
        tuple,
        dict,
        set,
        frozenset,
        range,
        slice,
        type(None),
        object,
    )
}
PLAIN.update(
    {
        name: value
        for name, value in vars(builtins).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    }
)
MUTABLE = (
    list,
    dict,
    set,
    bytearray,
    collections.deque,
    collections.OrderedDict,
    collections.Counter,
    collections.defaultdict,
)
DICTS = {t.__name__: t for t in (dict, collections.OrderedDict, collections.Counter)}
SIMPLE = {
    "complex": (complex, lambda v: [v.real, v.imag], lambda p: complex(*p)),
    "range": (
        range,
        lambda v: [str(v.start), str(v.stop), str(v.step)],
        lambda p: range(*map(int, p)),
    ),
    "bytes": (bytes, lambda v: v.hex(), bytes.fromhex),
    "Decimal": (decimal.Decimal, str, decimal.Decimal),
    "Fraction": (
        fractions.Fraction,
        lambda v: [hex(v.numerator), hex(v.denominator)],
        lambda p: fractions.Fraction(int(p[0], 16), int(p[1], 16)),
    ),
    "datetime": (datetime.datetime, lambda v: v.isoformat(), datetime.datetime.fromisoformat),
    "date": (datetime.date, lambda v: v.isoformat(), datetime.date.fromisoformat),
    "time": (datetime.time, lambda v: v.isoformat(), datetime.time.fromisoformat),
    "timedelta": (
        datetime.timedelta,
        lambda v: [v.days, v.seconds, v.microseconds],
        lambda p: datetime.timedelta(*p),
    ),
    "UUID": (uuid.UUID, str, uuid.UUID),
    "Path": (type(pathlib.Path()), str, pathlib.Path),
}
SIMPLE_TAGS = {entry[0]: tag for tag, entry in SIMPLE.items()}
KEYS = type({}.keys())
# What the program can do with files and generators of the tests.
FILE_METHODS = """read readline readlines write writelines seek tell truncate flush close readable writable seekable
getvalue""".split()
FILE_ATTRIBUTES = "closed name mode encoding".split()
GENERATOR_METHODS = "send throw close".split()

OPERATORS = "eq ne lt le gt ge contains".split() + [
    start + name
    for name in "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or".split()
    for start in ("", "r", "i")
]
OPERATORS = {"__%s__" % name for name in OPERATORS}
OTHERS = "call iter next len getitem setitem delitem bool str repr format int float index complex bytes abs neg pos invert round trunc floor ceil enter exit hash reversed await aiter anext aenter aexit"
SPECIAL = OPERATORS | {"__%s__" % name for name in OTHERS.split()}
CONSTANT_VIEWS = (int, float, complex, str, bytes, tuple, frozenset)
CHANGING_VIEWS = (list, dict, set)
VIEWS = CONSTANT_VIEWS + CHANGING_VIEWS


def read_job(descriptor):
    """Reads what comes before the token, byte by byte, and leaves the token where it is."""

    def read(size):
        pieces = []
        while size > 0:
            pieces.append(os.read(descriptor, size))
            size -= len(pieces[-1])
        return b"".join(pieces)

    line = b""
    while not line.endswith(b"\n"):
        line += read(1)
    start, *sizes = line.decode().split()
    return [start, *[read(int(size) + 1)[:-1].decode() for size in sizes]]


class Containers:
    """The lists, dictionaries and so on that both sides have. What one side changes, the other hears with the next message."""

    # Looking at one element takes about 20 ns.
    BUDGET, SMALL = 30_000_000, 1000

    def __init__(self, first):
        self.kept, self.numbers, self.next, self.looked_at = {}, {}, first, 0
        self.changes = 0

    def add(self, value, number=None):
        if number is None:
            number, self.next = self.next, self.next + 2
        self.numbers[id(value)] = number
        self.kept[number] = [value, list(pieces_of(value))]
        return number

    def drop(self, number):
        if number in self.kept:
            del self.numbers[id(self.kept.pop(number)[0])]

    def is_changed(self, entry):
        value, before = entry
        self.looked_at += len(before)
        length = 2 * len(value) + 1 if isinstance(value, dict) else len(value)
        if length == len(before) and all(map(operator.is_, pieces_of(value), before)):
            return False
        entry[1] = list(pieces_of(value))
        return True

    def news(self, encoder):
        """Contents of what changed since the last message, and numbers of what nobody on this side has any more."""
        changed, dropped = [], []
        for number, entry in list(self.kept.items()):
            is_looked_at = self.looked_at < self.BUDGET or len(entry[1]) < self.SMALL
            if is_looked_at and self.is_changed(entry):
                changed.append([number, encoder.contents(entry[0])])
            elif sys.getrefcount(entry[0]) <= 2:
                dropped.append(number)
                self.drop(number)
        self.changes += len(changed)
        return changed, dropped

    def has_unseen_changes(self):
        return self.looked_at >= self.BUDGET and any(map(self.is_changed, list(self.kept.values())))


def pieces_of(value):
    if not isinstance(value, dict):
        return value
    return itertools.chain(value, value.values(), [getattr(value, "default_factory", None)])


class Encoder:
    """Turns values into JSON. Containers are numbered, so that both sides can speak of the same one."""

    def __init__(self, peer):
        self.peer = peer

    def encode(self, value):
        kind = type(value)
        if value is None or kind in (bool, str):
            return value
        if kind is float:
            return value
        if kind is int:
            return value if abs(value) < 2**53 else ["int", hex(value)]
        if kind in SIMPLE_TAGS:
            tag = SIMPLE_TAGS[kind]
            return [tag, SIMPLE[tag][1](value)]
        if kind is tuple:
            return ["tuple", [self.encode(each) for each in value]]
        if kind is frozenset:
            return ["frozenset", [self.encode(each) for each in value]]
        if kind is slice:
            return ["slice", [self.encode(each) for each in (value.start, value.stop, value.step)]]
        if kind is KEYS:
            return ["keys", [self.encode(each) for each in value]]
        if value is Ellipsis or value is NotImplemented:
            return ["constant", "Ellipsis" if value is Ellipsis else "NotImplemented"]
        if kind in MUTABLE:
            containers = self.peer.containers
            if id(value) in containers.numbers:
                return ["same", containers.numbers[id(value)]]
            return [kind.__name__, containers.add(value), *self.contents(value)]
        if isinstance(value, type) and PLAIN.get(value.__name__) is value:
            return ["type", value.__name__]
        return self.peer.refer(value, self)

    def contents(self, value):
        kind = type(value)
        if kind is bytearray:
            return [bytes(value).hex()]
        if isinstance(value, dict):
            # A thread of the program may change it meanwhile.
            pairs = [[self.encode(key), self.encode(each)] for key, each in list(value.items())]
            return (
                [pairs, self.encode(value.default_factory)]
                if kind is collections.defaultdict
                else [pairs]
            )
        items = [self.encode(each) for each in list(value)]
        return [items, value.maxlen] if kind is collections.deque else [items]


class Decoder:
    def __init__(self, peer):
        self.peer = peer

    def decode(self, node):
        if not isinstance(node, list):
            return node
        tag, *parts = node
        if tag == "same":
            return self.peer.containers.kept[parts[0]][0]
        if tag == "int":
            return int(parts[0], 16)
        if tag in SIMPLE:
            return SIMPLE[tag][2](parts[0])
        if tag in ("tuple", "frozenset"):
            return PLAIN[tag](self.decode(each) for each in parts[0])
        if tag == "slice":
            return slice(*[self.decode(each) for each in parts[0]])
        if tag == "keys":
            return dict.fromkeys(self.decode(each) for each in parts[0]).keys()
        if tag == "constant":
            return {"Ellipsis": Ellipsis, "NotImplemented": NotImplemented}[parts[0]]
        if tag == "type":
            return self.peer.resolve_type(PLAIN[parts[0]])
        if tag in ("list", "set", "bytearray", "deque", "defaultdict") or tag in DICTS:
            value = (
                collections.deque(maxlen=parts[2])
                if tag == "deque"
                else (
                    DICTS.get(tag)
                    or {
                        "list": list,
                        "set": set,
                        "bytearray": bytearray,
                        "defaultdict": collections.defaultdict,
                    }[tag]
                )()
            )
            self.peer.containers.add(value, parts[0])
            self.fill(parts[0], parts[1:])
            return value
        return self.peer.resolve(tag, parts, self)

    def fill(self, number, parts):
        entry = self.peer.containers.kept[number]
        value = entry[0]
        if isinstance(value, bytearray):
            value[:] = bytes.fromhex(parts[0])
        elif isinstance(value, dict):
            pairs = [(self.decode(key), self.decode(each)) for key, each in parts[0]]
            value.clear()
            for key, each in pairs:
                value[key] = each
            if isinstance(value, collections.defaultdict) and len(parts) > 1:
                value.default_factory = self.decode(parts[1])
        else:
            items = [self.decode(each) for each in parts[0]]
            value.clear()
            value.update(items) if isinstance(value, set) else value.extend(items)
        entry[1] = list(pieces_of(value))

    def take(self, changed, dropped):
        for number, contents in changed:
            self.fill(number, contents)
        for number in dropped:
            self.peer.containers.drop(number)


class Peer:
    """One end of the connection. A request is answered before the next one, except for requests that come back meanwhile."""

    def __init__(self, first_number):
        self.input, self.output = os.fdopen(3, "rb"), os.fdopen(4, "wb")
        self.containers = Containers(first_number)
        self.lock = threading.RLock()

    def send(self, *message):
        line = json.dumps(message).encode() + b"\n"
        with self.lock:
            self.output.write(line)
            self.output.flush()

    def receive(self):
        line = self.input.readline()
        if not line.endswith(b"\n"):
            self.lost()
        return json.loads(line)

    def request(self, action, target, args=(), kwargs=None):
        with self.lock:
            encoder = Encoder(self)
            news = self.containers.news(encoder)
            values = [encoder.encode(each) for each in args]
            named = [[key, encoder.encode(each)] for key, each in (kwargs or {}).items()]
            self.send("do", action, target, values, named, news)
            while True:
                kind, *parts = self.receive()
                if kind == "do":
                    self.answer(*parts)
                elif kind == "print":
                    self.show(parts[0])
                elif kind == "cannot":
                    self.stop()
                else:
                    break
            [value] = self.decode(parts[1], [parts[0]])
            if kind == "error":
                raise value
            return value

    def decode(self, news, nodes):
        decoder = Decoder(self)
        decoder.take(*news)
        return [decoder.decode(each) for each in nodes]

    def answer(self, action, target, args, kwargs, news):
        try:
            values = self.decode(news, [*args, *[each for _, each in kwargs]])
            named = dict(zip([key for key, _ in kwargs], values[len(args):]))
            del values[len(args):]
            kind, value = "value", self.carry_out(action, target, values, named)
        except BaseException as error:
            kind, value = "error", error
        encoder = Encoder(self)
        # What changed comes first, because what it brings may be spoken of again.
        news = self.containers.news(encoder)
        self.send(kind, encoder.encode(value), news)

    def resolve_type(self, kind):
        return kind


# What tests may call the module of the program.
PROGRAM_MODULES = ["answer", "solution", "program", "main"]


is_installed = lambda top: top in sys.modules or importlib.util.find_spec(top) is not None


def find_missing_modules(tree, names=()):
    """
    Modules that tests import and nobody has, and those that are the program's. Another name is the program's if it has all
    that they import from there, and if they don't get at it in another way: nobody needs two names for it.
    """
    nodes = list(ast.walk(tree))
    guarded = {each for node in nodes if isinstance(node, ast.Try) for each in ast.walk(node)}
    bound = set(map(bound_name, nodes))
    is_used = any(isinstance(node, ast.Name) and node.id in names and node.id not in bound for node in nodes)
    imports = []
    for node in nodes:
        if isinstance(node, ast.Import):
            imports += [(node, each.name, None) for each in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            imports.append((node, node.module, node.names))
        elif isinstance(node, ast.Call) and name_of(node.func) == "import_module":
            imports += [(node, each.value, None) for each in node.args[:1] if isinstance(each, ast.Constant)]
    imports = [each for each in imports if not is_installed(each[1].split(".")[0])]
    is_used = is_used or any(module in PROGRAM_MODULES for _, module, _ in imports)
    missing, own = [], {}
    for node, module, imported in imports:
        has_all = imported is not None and not is_used and all(each.name in names for each in imported)
        if module in PROGRAM_MODULES or has_all:
            own.setdefault(module, set()).update(each.asname or each.name for each in imported or ())
        elif node not in guarded:
            missing.append(module)
    return missing, own
`;
