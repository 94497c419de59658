/** Proxies for objects of a Python program, for tests that run in another process. */
export const PYTHON_REMOTE: string = String.raw`
class Lost(BaseException):
    """The program has ended, or can't be talked to any more."""


def report(token, word, text=""):
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass
    os.write(REPORTS, ("\n%s %s %s\n" % (token, word, " ".join(text.split()))).encode())


def end(word, text=""):
    """Ends the tests. The token is read now and not before, so that nothing could have given it away."""
    report(os.read(JOB, 200).decode().strip(), word, text)
    os._exit(0)


number_of = lambda value: object.__getattribute__(value, "_rostrum_number")
is_remote = lambda value: isinstance(type(value), RemoteType)


class RemoteType(type):
    """A class of the program. Its instances stand for objects there."""

    making = False

    def __new__(meta, name, bases, body):
        if not RemoteType.making:
            end("shared", "they make a class of a class of the program")
        return super().__new__(meta, name, bases, body)

    def __init__(cls, name, bases, body):
        type.__init__(cls, name, bases, body)

    def __call__(cls, *args, **kwargs):
        return peer.request("call", type.__getattribute__(cls, "_rostrum_class"), args, kwargs)

    def __getattr__(cls, name):
        return peer.request("get", type.__getattribute__(cls, "_rostrum_class"), [name])

    def __setattr__(cls, name, value):
        peer.request("set", type.__getattribute__(cls, "_rostrum_class"), [name, value])

    def __bool__(cls):
        return True


for name in ("__iter__", "__len__", "__getitem__", "__contains__"):

    def forward(cls, *args, name=name):
        return peer.request("special", type.__getattribute__(cls, "_rostrum_class"), [name, *args])

    type.__setattr__(RemoteType, name, forward)


class Remote:
    """An object of the program."""

    def __getattr__(self, name):
        value = peer.request("get", number_of(self), [name])
        if name in JUDGES and is_remote(value) and not is_named(type(self)):
            WARNINGS.add("they ask an object that the program made, not data, for %s()" % name)
        return value

    def __setattr__(self, name, value):
        peer.request("set", number_of(self), [name, value])

    def __delattr__(self, name):
        peer.request("delete", number_of(self), [name])

    def __eq__(self, other):
        if self is other and not isinstance(self, CONSTANT_VIEWS):
            WARNINGS.add("they ask an object of the program how it compares with others")
        return super().__eq__(other)

    def __hash__(self):
        return super().__hash__()

    def __copy__(self):
        return peer.request("copy", number_of(self), ["copy"])

    def __deepcopy__(self, memo):
        return peer.request("copy", number_of(self), ["deepcopy"])


NAMED, WARNINGS = set(), set()
COMPARISONS = {"__%s__" % name for name in "eq ne lt le gt ge contains".split()}
FAILURE_TYPES = AssertionError.__mro__
# Methods of data that judge, which an object of the program could have too.
JUDGES = """count find index rfind rindex startswith endswith issubset issuperset isdisjoint is_integer isalnum isalpha isascii isdecimal isdigit
isidentifier islower isnumeric isprintable isspace istitle isupper""".split()
is_named = lambda kind: any(base in NAMED for base in kind.__mro__)


def may_drop(kind, answer):
    """Whether a with statement over an object of the program ends an exception. It must not hide that tests fail."""
    if kind is None or not answer:
        return answer
    if issubclass(kind, AssertionError):
        return False
    WARNINGS.add("an object of the program drops an exception that they raise")
    return answer


async def may_drop_later(kind, answer):
    return may_drop(kind, await answer)


def has_data(value):
    return is_remote(value) and any(
        base._rostrum_changes for base in type(value).__mro__ if isinstance(base, RemoteType)
    )


def data_of(value):
    return peer.request("data", number_of(value)) if has_data(value) else value


def make_special(name, is_inherited):
    """What an operator does with an object of the program. The program must not judge data that the tests expect."""

    def special(self, *args, **kwargs):
        is_asked = name not in OPERATORS or is_named(type(self)) or all(map(is_remote, args))
        # A comparison that the program didn't write is carried out here, with data of the program. Hashes of texts differ
        # between processes.
        if is_asked and not (is_inherited and (name in COMPARISONS or name == "__hash__")):
            answer = peer.request("special", number_of(self), [name, *args], kwargs)
            if name in COMPARISONS and answer is not NotImplemented:
                WARNINGS.add("they ask an object of the program how it compares with others")
            if name == "__exit__":
                return may_drop(args[0], answer)
            return may_drop_later(args[0], answer) if name == "__aexit__" else answer
        plain = next((view for view in CONSTANT_VIEWS if isinstance(self, view)), None)
        if plain is not None:
            return getattr(plain, name)(self, *args) if hasattr(plain, name) else NotImplemented
        if has_data(self):
            data = data_of(self)
            return getattr(data, name)(*map(data_of, args)) if hasattr(data, name) else NotImplemented
        if name == "__contains__":
            return any(each is args[0] or each == args[0] for each in self)
        return NotImplemented

    special.__name__ = name
    return special


def describe_parameters(function):
    try:
        return [
            [each.kind.name, each.name, each.default is not each.empty]
            for each in inspect.signature(function).parameters.values()
        ]
    except (TypeError, ValueError):
        return None


class Tests(Peer):
    def __init__(self):
        super().__init__()
        self.objects, self.classes, self.functions, self.numbers = {}, {}, [], {}
        self.used = False

    def lost(self):
        raise Lost("the program ended before its tests did")

    def receive(self):
        try:
            return super().receive()
        except ValueError:
            raise Lost("the program broke the connection to its tests")

    def request(self, *parts):
        try:
            value = super().request(*parts)
        except Lost as error:
            print(error, file=sys.__stderr__)
            end("failed")
        except SystemExit as error:
            # However the program got it here, the tests didn't end themselves.
            error.__dict__.setdefault("_rostrum_text", "")
            raise
        for each in value if type(value) is tuple else (value,):
            if any(each is kind for kind in FAILURE_TYPES):
                WARNINGS.add("they may catch their own failures as %s of the program" % each.__name__)
        return value

    def show(self, text):
        sys.stdout.write(text)

    def stop(self):
        # Without functions of the tests, the program has no reason to say so.
        reason = "the program calls functions of theirs from another thread"
        end(*("shared", reason) if self.functions else ("failed",))

    def keep(self, value):
        if id(value) not in self.numbers:
            self.numbers[id(value)] = len(self.functions)
            self.functions.append(value)
        return self.numbers[id(value)]

    def refer(self, value, encoder):
        if isinstance(value, RemoteType):
            return ["yours", type.__getattribute__(value, "_rostrum_class")]
        if is_remote(value):
            return ["yours", number_of(value)]
        if isinstance(value, RemoteAwaitable):
            return ["yours", value.number]
        if isinstance(value, type) and issubclass(value, BaseException):
            base = next(each for each in value.__mro__ if PLAIN.get(each.__name__) is each)
            return ["host error type", self.keep(value), value.__name__, base.__name__]
        if isinstance(value, BaseException):
            args = ["tuple", [encoder.encode(each) for each in value.args]]
            return ["host error", self.keep(value), encoder.encode(type(value)), args]
        if isinstance(value, types.TracebackType):
            return None
        if isinstance(value, types.ModuleType):
            return ["module", value.__name__]
        if isinstance(value, (types.CoroutineType, types.AsyncGeneratorType)):
            end("shared", "they hand a coroutine to the program")
        if isinstance(value, collections.abc.Iterator):
            return ["iterator", self.keep(value)]
        if (
            isinstance(
                value,
                (
                    types.FunctionType,
                    types.BuiltinFunctionType,
                    types.MethodType,
                    types.MethodDescriptorType,
                    types.WrapperDescriptorType,
                    types.MethodWrapperType,
                    type,
                ),
            )
            or type(value).__module__ == "functools"
        ):
            return [
                "function",
                self.keep(value),
                getattr(value, "__name__", "function"),
                describe_parameters(value),
            ]
        end("shared", "they hand an object of type %s to the program" % type(value).__name__)

    def resolve(self, tag, parts, decoder):
        if tag == "yours":
            return self.functions[parts[0]]
        if tag == "module" and parts[0] in getattr(sys, "stdlib_module_names", ()):
            # The tests' own: the program may have changed the one that it imported.
            return __import__(parts[0])
        if tag == "class":
            return self.resolve_class(*parts)
        if tag == "exception":
            name, args, text = parts
            values = decoder.decode(args)
            try:
                error = PLAIN[name](*values)
            except TypeError:
                error = Exception(*values)
            return self.mark(error, text)
        if tag == "awaitable":
            return RemoteAwaitable(parts[0])
        if tag == "object":
            number, kind, plain, text = parts
            if number not in self.objects:
                self.objects[number] = self.make(
                    number,
                    self.resolve_class(*kind[1:]),
                    None if plain is None else decoder.decode(plain),
                )
            elif plain is not None:
                decoder.decode(plain)
            value = self.objects[number]
            return value if text is None else self.mark(value, text)
        raise Lost("the program broke the connection to its tests")

    def mark(self, error, text):
        error.__dict__["_rostrum_text"] = text
        return error

    def make(self, number, kind, plain):
        if issubclass(kind, BaseException):
            value = kind.__new__(kind, *plain)
            object.__setattr__(value, "args", plain)
        else:
            view = next((each for each in CONSTANT_VIEWS if issubclass(kind, each)), None)
            value = object.__new__(kind) if view is None else view.__new__(kind, plain)
        object.__setattr__(value, "_rostrum_number", number)
        return value

    def resolve_class(self, number, name=None, bases=(), special=(), inherited=()):
        if number not in self.classes:
            made = [
                PLAIN[each[1]] if each[0] == "type" else self.resolve_class(*each[1:])
                for each in bases
            ]
            changes = any(base in CHANGING_VIEWS for base in made)
            made = tuple(
                base
                for base in made
                if isinstance(base, RemoteType)
                or base in CONSTANT_VIEWS
                or issubclass(base, BaseException)
            )
            if not any(isinstance(base, RemoteType) for base in made):
                made = (Remote, *made)
            body = {each: make_special(each, each in inherited) for each in special if each in SPECIAL}
            body.update(_rostrum_class=number, _rostrum_changes=changes)
            RemoteType.making = True
            try:
                kind = RemoteType(name, made, body)
            except TypeError:
                kind = RemoteType(name, (Remote,), body)
            finally:
                RemoteType.making = False
            self.classes[number] = kind
        return self.classes[number]

    def carry_out(self, action, target, args, kwargs):
        if action == "call":
            try:
                return self.functions[target](*args, **kwargs)
            except AssertionError:
                WARNINGS.add("they fail in a function that the program calls, and it may hide that")
                raise
        if action == "next":
            return next(self.functions[target])
        if action == "read line":
            return sys.stdin.readline()
        raise Lost("the program broke the connection to its tests")


class RemoteAwaitable(collections.abc.Coroutine):
    """Something of the program that can be awaited. Both event loops take turns until it is done."""

    def __init__(self, number):
        self.number = number
        self.coroutine = self.drive()

    async def drive(self):
        peer.request("start", self.number)
        while True:
            done = peer.request("poll", self.number)
            if done is not None:
                return done[0]
            await asyncio.sleep(0)

    def __await__(self):
        return self.coroutine.__await__()

    def send(self, value):
        return self.coroutine.send(value)

    def throw(self, *args):
        return self.coroutine.throw(*args)

    def close(self):
        self.coroutine.close()
`;
