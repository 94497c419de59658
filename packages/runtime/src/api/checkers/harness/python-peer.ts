/** Both ends of the connection between Python tests and their program. */
export const PYTHON_PEER: string = String.raw`
import ast, asyncio, builtins, collections, copy, datetime, decimal, fractions, inspect, io, json, linecache, operator, os, pathlib, sys, threading, traceback, types, uuid

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
        type,
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


class Encoder:
    """Turns values into JSON. Containers are numbered, so that both sides can speak of the same one."""

    def __init__(self, peer, known=(), is_draft=False):
        self.peer, self.numbers, self.kept, self.is_draft = peer, {}, [], is_draft
        for value in known:
            self.number(value)

    def number(self, value):
        self.numbers[id(value)] = len(self.kept)
        self.kept.append(value)

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
            if id(value) in self.numbers:
                return ["same", self.numbers[id(value)]]
            self.number(value)
            return [kind.__name__, *self.contents(value)]
        if isinstance(value, type) and PLAIN.get(value.__name__) is value:
            return ["type", value.__name__]
        return self.peer.refer(value, self)

    def contents(self, value):
        kind = type(value)
        if kind is bytearray:
            return [bytes(value).hex()]
        if isinstance(value, dict):
            pairs = [[self.encode(key), self.encode(each)] for key, each in value.items()]
            return (
                [pairs, self.encode(value.default_factory)]
                if kind is collections.defaultdict
                else [pairs]
            )
        items = [self.encode(each) for each in value]
        return [items, value.maxlen] if kind is collections.deque else [items]


class Decoder:
    def __init__(self, peer, known=()):
        self.peer, self.kept = peer, list(known)

    def decode(self, node):
        if not isinstance(node, list):
            return node
        tag, *parts = node
        if tag == "same":
            return self.kept[parts[0]]
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
            return PLAIN[parts[0]]
        if tag in ("list", "set", "bytearray", "deque", "defaultdict") or tag in DICTS:
            value = (
                collections.deque(maxlen=parts[1])
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
            self.kept.append(value)
            self.fill(value, parts)
            return value
        return self.peer.resolve(tag, parts, self)

    def fill(self, value, parts):
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


class Peer:
    """One end of the connection. A request is answered before the next one, except for requests that come back meanwhile."""

    def __init__(self):
        self.input, self.output = os.fdopen(3, "rb"), os.fdopen(4, "wb")
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
            self.send(
                "do",
                action,
                target,
                [encoder.encode(each) for each in args],
                [[key, encoder.encode(each)] for key, each in (kwargs or {}).items()],
            )
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
            decoder = Decoder(self, encoder.kept)
            changes = parts[1]
            # Numbers of new containers go on after those that were sent.
            value = decoder.decode(parts[0])
            for number, contents in changes:
                decoder.fill(encoder.kept[number], contents)
            if kind == "error":
                raise value
            return value

    def answer(self, action, target, args, kwargs):
        decoder = Decoder(self)
        kind, values, named = "value", [], {}
        try:
            values = [decoder.decode(each) for each in args]
            named = {key: decoder.decode(each) for key, each in kwargs}
            value = self.carry_out(action, target, values, named)
        except BaseException as error:
            kind, value = "error", error
        given = list(decoder.kept)
        changes = []
        if given:
            again = Encoder(self, is_draft=True)
            fresh = [
                [again.encode(each) for each in values],
                [[key, again.encode(each)] for key, each in named.items()],
            ]
            if fresh != [args, kwargs]:
                changes = given
        encoder = Encoder(self, given)
        result = encoder.encode(value)
        self.send(
            kind, result, [[number, encoder.contents(each)] for number, each in enumerate(changes)]
        )
`;
