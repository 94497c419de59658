/** Proxies for objects of a Python program, for tests that run in another process. */
export const PYTHON_REMOTE: string = String.raw`
class Lost(BaseException):
    """The program has ended, or can't be talked to any more."""


def split_token(job):
    """
    Divides the token, so that neither reading a descriptor nor reading memory gives it away. Returns one half, and a
    descriptor with the other. A child does it, which has ended before the program begins: the whole token was never here.
    """
    (keys, key_end), (rests, rest_end) = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        token = b""
        while not token.endswith(b"\n"):
            token += os.read(job, 100)
        key = os.urandom(len(token) - 1)
        os.write(key_end, key)
        os.write(rest_end, combine(key, token))
        os._exit(0)
    for descriptor in (job, key_end, rest_end):
        os.close(descriptor)
    os.waitpid(child, 0)
    key = os.read(keys, 100)
    os.close(keys)
    return key, rests


combine = lambda first, second: bytes(a ^ b for a, b in zip(first, second))


def make_reports():
    """Returns the texts of the job and two functions: one that says that the tests started, and one that ends them."""
    reports, job = os.dup(1), os.dup(0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    start, program, tests = read_job(job)
    key, rests = split_token(job)

    def report(mark, word, text=""):
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except BaseException:
                pass
        os.write(reports, ("\n%s %s %s\n" % (mark, word, " ".join(text.split()))).encode())

    def end(word, text=""):
        report(combine(key, os.read(rests, 100)).decode(), word, text)
        os._exit(0)

    return program, tests, lambda: report(start, "started"), end


def is_checked_by_program(cls, check, value):
    answer = own(cls, "_rostrum_checks") and peer.request("check", own(cls, "_rostrum_class"), [check, value])
    if answer:
        WARNINGS.add("they ask a class of the program what belongs to it")
    return bool(answer)


def is_instance(value, known):
    """The isinstance() of the tests."""
    return isinstance(value, known) or stands_for(type(value), known)


def is_subclass(kind, known):
    """The issubclass() of the tests."""
    return issubclass(kind, known) or stands_for(kind, known)


def stands_for(kind, known):
    """Whether a class of the program has a base of the standard library, which its stand-in doesn't have."""
    if not isinstance(kind, RemoteType):
        return False
    if isinstance(known, (tuple, getattr(types, "UnionType", tuple))):
        return any(stands_for(kind, each) for each in getattr(known, "__args__", known))
    origins = {each for base in mro_of(kind) for each in own(base, "_rostrum_origins") or ()}
    classes = [find_standard_class(*each) if isinstance(each, tuple) else each for each in origins]
    return any(each is not None and issubclass(each, known) for each in classes)


def type_of(function, *args):
    """Stands for type(…) in the tests."""
    if function is type and isinstance(args[0], RemoteType):
        kind = peer.request("metaclass", own(args[0], "_rostrum_class"))
        return kind if isinstance(kind, RemoteType) else type
    return function(*args)


def read_attribute(value, name, *default):
    """The getattr() of the tests."""
    if isinstance(name, str) and peer.depth > 0:
        note_look(name)
    return getattr(value, name, *default)


def note_template(value):
    """A template of the program could read attributes of what the tests put in."""
    if peer.depth > 0 and isinstance(value, str) and str.__contains__(value, "__"):
        end("shared", "a function of theirs fills a template of the program")
    return value


class Questions(ast.NodeTransformer):
    """Notes templates that aren't written in the tests, and answers questions for the type of a class of the program."""

    def visit_Call(self, node):
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in ("format", "format_map"):
            if not isinstance(function.value, ast.Constant):
                function.value = noted(node, "template", function.value)
        if name_of(function) == "type" and len(node.args) == 1 and not node.keywords:
            return noted(node, "type", function, *node.args)
        return node


number_of = lambda value: object.__getattribute__(value, "_rostrum_number")
is_remote = lambda value: isinstance(type(value), RemoteType)


def own(value, name):
    """What this process keeps about a value, without asking the program."""
    try:
        return object.__getattribute__(value, name)
    except (AttributeError, ValueError):
        return None


# What a function that the program calls may read of a stand-in: the rest leads to functions, and from them to all names.
HARMLESS = """__class__ __name__ __qualname__ __module__ __doc__ __dict__ __traceback__ __cause__ __context__ __suppress_context__
__notes__""".split()


def note_look(name, allowed=HARMLESS):
    if name.startswith("__"):
        if peer.depth > 0 and name not in allowed:
            end("shared", "a function of theirs reads %s" % name)
        if name in OPERATORS:
            note_operator(name, True)


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
        known = len(peer.objects)
        value = peer.request("call", type.__getattribute__(cls, "_rostrum_class"), args, kwargs)
        if is_consented(cls) and issubclass(type(value), cls) and len(peer.objects) > known:
            object.__setattr__(value, "_rostrum_consented", True)
        return value

    def __getattribute__(cls, name):
        note_look(name, ["__class__", "__name__", "__qualname__", "__module__", "__doc__"])
        return type if name == "__class__" else type.__getattribute__(cls, name)

    def __getattr__(cls, name):
        if name == "__dataclass_fields__":
            end("shared", "they look at the fields of a data class")
        value = peer.request("get", type.__getattribute__(cls, "_rostrum_class"), [name])
        return note_method(name, value, is_consented(cls))

    @property
    def __doc__(cls):
        return peer.request("get", type.__getattribute__(cls, "_rostrum_class"), ["__doc__"])

    def __setattr__(cls, name, value):
        peer.request("set", type.__getattribute__(cls, "_rostrum_class"), [name, value])

    def __bool__(cls):
        return True

    def __dir__(cls):
        return peer.request("dir", type.__getattribute__(cls, "_rostrum_class"))

    def __instancecheck__(cls, value):
        return type.__instancecheck__(cls, value) or is_checked_by_program(cls, "isinstance", value)

    def __subclasscheck__(cls, kind):
        return type.__subclasscheck__(cls, kind) or is_checked_by_program(cls, "issubclass", kind)


for name in ("__iter__", "__len__", "__getitem__", "__contains__"):

    def forward(cls, *args, name=name):
        value = peer.request("special", type.__getattribute__(cls, "_rostrum_class"), [name, *args])
        if name in OPERATORS:
            note_operator(name, value)
        return value

    type.__setattr__(RemoteType, name, forward)


class Remote:
    """An object of the program."""

    def __getattribute__(self, name):
        note_look(name)
        return object.__getattribute__(self, name)

    def __getattr__(self, name):
        value = peer.request("get", number_of(self), [name])
        if gives_away(self, name) and value is not None:
            note_conversion(name, value)
        return note_method(name, value, own(self, "_rostrum_consented"))

    @property
    def __doc__(self):
        return peer.request("get", number_of(self), ["__doc__"])

    @property
    def __dict__(self):
        return peer.request("get", number_of(self), ["__dict__"])

    def __dir__(self):
        return peer.request("dir", number_of(self))

    def __setattr__(self, name, value):
        peer.request("set", number_of(self), [name, value])

    def __delattr__(self, name):
        peer.request("delete", number_of(self), [name])

    def __eq__(self, other):
        if self is other and not isinstance(self, CONSTANT_VIEWS):
            note_operator("__eq__", True)
        return super().__eq__(other)

    def __hash__(self):
        return super().__hash__()

    def __bool__(self):
        if gives_away(self, "__bool__"):
            note_conversion("__bool__", True)
        has_length = any("__len__" in type.__getattribute__(base, "__dict__") for base in mro_of(type(self)))
        return len(self) > 0 if has_length else True

    def __copy__(self):
        return peer.request("copy", number_of(self), ["copy"])

    def __deepcopy__(self, memo):
        return peer.request("copy", number_of(self), ["deepcopy"])


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
    return is_remote(value) and not (own(type(value), "_rostrum_views") or set()).isdisjoint(CHANGING_VIEWS)


def data_of(value):
    if not has_data(value):
        return value
    data = peer.request("data", number_of(value))
    return data if type(data) in CHANGING_VIEWS else peer.refuse()


def is_carried_out_here(value, name):
    is_constant = isinstance(value, CONSTANT_VIEWS)
    return name in (OPERATORS if is_constant else COMPARISONS) or name == "__hash__"


def make_special(name, is_inherited):
    """What an operator does with an object of the program. The program must not judge data that the tests expect."""

    def special(self, *args, **kwargs):
        judges = own(self, "_rostrum_judges") if name == "__call__" and (args or kwargs) else None
        is_asked = name not in OPERATORS or is_named(type(self)) or all(map(is_remote, args))
        # An operator that the program didn't write is carried out here, with data of the program. Hashes of texts differ
        # between processes.
        if is_asked and not (is_inherited and is_carried_out_here(self, name)):
            answer = peer.request("special", number_of(self), [name, *args], kwargs)
            if name in OPERATORS:
                note_operator(name, answer)
            if gives_away(self, name) and answer is not None:
                note_conversion(name, answer)
            if judges is not None:
                note_judgement(judges, answer)
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


class RemoteAwaitable(collections.abc.Coroutine):
    """Something of the program that can be awaited. Both event loops take turns until it is done."""

    def __init__(self, number):
        self.number = number
        self.coroutine = self.drive(number)

    def __getattribute__(self, name):
        if peer.depth > 0 and name != "__class__":
            end("shared", "a function of theirs awaits the program")
        return object.__getattribute__(self, name)

    async def drive(self, number):
        peer.request("start", number)
        while True:
            done = peer.request("poll", number)
            if done is not None:
                return done[0]
            await asyncio.sleep(0)

    def __await__(self):
        return own(self, "coroutine").__await__()

    def send(self, value):
        return self.coroutine.send(value)

    def throw(self, *args):
        return self.coroutine.throw(*args)

    def close(self):
        self.coroutine.close()
`;
