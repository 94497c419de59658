/** The process that runs a Python program and answers its tests. */
export const PYTHON_PROGRAM: string = String.raw`
MISSING = object()


def make_function(number, name, parameters):
    """A function of the tests. It has their parameters, because programs look at those, and can be called."""

    def call(*args, **kwargs):
        if threading.current_thread() is not threading.main_thread() or sys.stdout is not printed:
            peer.send("cannot")
            threading.Event().wait()
        return peer.request("call", number, [each for each in args if each is not MISSING], kwargs)

    if parameters is None:
        call.__name__ = call.__qualname__ = name
        return call
    head, body = [], []
    for kind, each, has_default in parameters:
        star = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(kind, "")
        if kind == "KEYWORD_ONLY" and not any(part.startswith("*") for part in head):
            head.append("*")
        head.append(star + each + ("=MISSING" if has_default else ""))
        body.append(
            star + each
            if kind != "KEYWORD_ONLY"
            else "**({} if %s is MISSING else {'%s': %s})" % (each, each, each)
        )
    scope = {"call": call, "MISSING": MISSING}
    exec("def made(%s): return call(%s)" % (", ".join(head), ", ".join(body)), scope)
    made = scope["made"]
    made.__name__ = made.__qualname__ = name
    return made


class HostIterator:
    def __init__(self, number):
        self.number = number

    def __iter__(self):
        return self

    def __next__(self):
        return peer.request("next", self.number)


def make_iterator(number, names, base):
    """An iterator of the tests. Files and generators have methods, too."""
    body = {name: lambda self, *args, name=name, **named: peer.request("method", number, [name, *args], named) for name in names}
    for name in set(names).intersection(FILE_ATTRIBUTES):
        body[name] = property(body[name])
    if base is None:
        return type("HostIterator", (HostIterator,), body)(number)
    return type("HostFile", (getattr(io, base),), body)()


class Program(Peer):
    def __init__(self):
        super().__init__(1)
        self.objects, self.numbers, self.sent, self.tasks = [], {}, set(), {}
        self.functions, self.function_numbers, self.host_errors = {}, {}, {}
        self.module = types.ModuleType("answer")
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)

    def lost(self):
        os._exit(0)

    def number(self, value):
        if id(value) not in self.numbers:
            self.numbers[id(value)] = len(self.objects)
            self.objects.append(value)
        return self.numbers[id(value)]

    def refer(self, value, encoder):
        if id(value) in self.function_numbers:
            return ["yours", self.function_numbers[id(value)]]
        kind = type(value)
        if (
            getattr(kind, "__module__", "").split(".")[0] == "numpy"
            and hasattr(value, "item")
            and getattr(value, "shape", None) == ()
        ):
            return encoder.encode(value.item())
        if isinstance(value, type):
            return self.describe(value, encoder)
        if isinstance(value, BaseException):
            if hasattr(value, "host_number"):
                return ["yours", value.host_number]
            text = "".join(traceback.format_exception(kind, value, value.__traceback__)[-12:])
            args = ["tuple", [encoder.encode(each) for each in value.args]]
            cause = encoder.encode(value.__cause__)
            if PLAIN.get(kind.__name__) is kind:
                return ["exception", kind.__name__, args, text, cause]
            return ["object", self.number(value), self.describe(kind, encoder), args, text, cause]
        if isinstance(value, (types.CoroutineType, asyncio.Future)) or kind.__name__.startswith(
            "async_generator_a"
        ):
            return ["awaitable", self.number(value)]
        view = next((base for base in CONSTANT_VIEWS if issubclass(kind, base)), None)
        plain = None if view is None else encoder.encode(look_through(view, value))
        return ["object", self.number(value), self.describe(kind, encoder), plain, None, None]

    def describe(self, kind, encoder):
        number = self.number(kind)
        if number in self.sent:
            return ["class", number]
        self.sent.add(number)
        bases = [
            ["type", base.__name__] if PLAIN.get(base.__name__) is base else self.describe(base, encoder)
            for base in kind.__bases__
        ]
        special = [
            name
            for name in sorted(SPECIAL)
            if getattr(kind, name, None) is not getattr(object, name, None)
        ]
        view = next((base for base in VIEWS if issubclass(kind, base)), object)
        inherited = [name for name in special if getattr(kind, name) is getattr(view, name, None)]
        own = [
            name
            for name in dir(view)
            if not name.startswith("_") and getattr(kind, name, None) is not getattr(view, name)
        ]
        # Classes like those of ABC and Protocol decide themselves what is an instance.
        checks = type(kind).__instancecheck__ is not type.__instancecheck__
        return ["class", number, kind.__name__, bases, special, inherited, own, kind.__module__, checks]

    def resolve(self, tag, parts, decoder):
        if tag == "yours":
            return self.objects[parts[0]]
        if tag == "module":
            return importlib.import_module(parts[0])
        if tag in ("function", "iterator"):
            number = parts[0]
            if number not in self.functions:
                made = make_function(*parts) if tag == "function" else make_iterator(*parts)
                self.functions[number] = made
                self.function_numbers[id(made)] = number
            return self.functions[number]
        if tag == "exception":
            return PLAIN[parts[0]](*decoder.decode(parts[1]))
        if tag == "host error type":
            number, name, base = parts
            if number not in self.host_errors:
                self.host_errors[number] = type(name, (PLAIN[base],), {})
            return self.host_errors[number]
        if tag == "host error":
            error = decoder.decode(parts[1])(*decoder.decode(parts[2]))
            error.host_number = parts[0]
            return error
        raise TypeError(tag)

    def show(self, text):
        pass

    def carry_out(self, action, target, args, kwargs):
        if action == "load":
            return self.load(*args)
        if action == "name":
            return self.module.__dict__[target]
        value = self.objects[target]
        if action == "call":
            return value(*args, **kwargs)
        if action == "get":
            return getattr(value, *args)
        if action == "set":
            return setattr(value, *args)
        if action == "delete":
            return delattr(value, *args)
        if action == "special":
            name, *rest = args
            return getattr(type(value), name)(value, *rest, **kwargs)
        if action == "data":
            return look_through(
                next(base for base in CHANGING_VIEWS if issubclass(type(value), base)), value
            )
        if action == "dir":
            return dir(value)
        if action == "metaclass":
            return None if type(value) is type else type(value)
        if action == "check":
            return getattr(builtins, args[0])(args[1], value)
        if action == "copy":
            return getattr(copy, args[0])(value)
        if action == "start":

            async def wait():
                return await value

            self.tasks[target] = self.loop.create_task(wait())
            return None
        if action == "poll":
            task = self.tasks[target]
            self.loop.call_later(0.001, self.loop.stop)
            self.loop.run_forever()
            return (task.result(),) if task.done() else None
        raise TypeError(action)

    def load(self, source, words):
        for name in PROGRAM_MODULES:
            sys.modules[name] = self.module
        linecache.cache["<program>"] = (len(source), None, source.splitlines(True), "<program>")
        exec(compile(source, "<program>", "exec"), self.module.__dict__)
        names = {word: self.module.__dict__[word] for word in words if word in self.module.__dict__}
        # Texts only: tests that use a module by its name in the program get their own.
        return [
            [name, value.__name__ if isinstance(value, types.ModuleType) else None, callable(value)]
            for name, value in names.items()
        ]


def look_through(view, value):
    """What a value is to its builtin type, whatever its own class says."""
    if view is dict:
        return dict(dict.items(value))
    if view in (list, tuple, set, frozenset):
        return view(list(view.__iter__(value)))
    if view in (str, bytes):
        return view.__getnewargs__(value)[0]
    return {int: int.__int__, float: float.__float__, complex: complex.__pos__}[view](value)


class Printed(io.TextIOBase):
    encoding, errors = "utf-8", "strict"

    def write(self, text):
        peer.send("print", str(text))
        return len(text)

    def writable(self):
        return True


class Typed(io.TextIOBase):
    def readline(self, size=-1):
        return peer.request("read line", 0)

    def read(self, size=-1):
        return "".join(iter(self.readline, ""))

    def readable(self):
        return True


peer = Program()
# The frames of this file count, too.
sys.setrecursionlimit(sys.getrecursionlimit() + 20)
printed = sys.stdout = Printed()
sys.stdin = Typed()
peer.send("ready")
while True:
    message = peer.receive()
    if message[0] == "do":
        peer.answer(*message[1:])
`;
