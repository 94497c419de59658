/** The end of the connection at which Python tests are: what they lend to the program, and what they make of its answers. */
export const PYTHON_TESTS_PEER: string = String.raw`
# Functions that open, load or run what they are told to. The program could have them read the memory of the tests.
OPENERS = """open fdopen FileIO mmap read_text read_bytes write_text write_bytes popen system spawn posix_spawn run_path run_module
import_module exec_module load_module getline getlines copyfile""".split()
OPENING_MODULES = "posix nt os io _io runpy importlib linecache shutil mmap".split()
REACHING = [getattr, read_attribute, setattr, delattr, input, type, eval, exec, compile, __import__, vars, globals, locals, str.format, str.format_map]


FILE_BASES = ["TextIOBase", "BufferedIOBase", "RawIOBase"]


class Opens:
    """Knows functions of the tests that open files, or call one that does."""

    def __init__(self, tree):
        functions = [
            (node.name if hasattr(node, "name") else name_of(node.targets[0]), node)
            for node in ast.walk(tree)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            or isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Lambda)
        ]
        self.names, count = set(OPENERS), -1
        while len(self.names) > count:
            count = len(self.names)
            self.names |= {
                name
                for name, node in functions
                if any(isinstance(each, ast.Call) and name_of(each.func) in self.names for each in ast.walk(node))
            }

    def find(self, function, seen=()):
        """Why the program must not get a function, or None."""
        name = getattr(function, "__name__", "a function")
        if any(function is each for each in REACHING):
            return "getattr" if function is read_attribute else name
        module = (getattr(function, "__module__", None) or "").split(".")[0]
        code = getattr(function, "__code__", None)
        if code is None and module in OPENING_MODULES and not isinstance(function, type) or function is io.FileIO:
            return "%s.%s" % (module, name)
        if code is not None and not self.names.isdisjoint(names_in(code)):
            return "a function that opens files or modules (%s)" % name
        inner = [each for each in functions_in(function) if not any(each is one for one in seen)]
        return next(filter(None, [self.find(each, (*seen, function)) for each in inner]), None)


def functions_in(function):
    """Functions that a function calls although it doesn't name them."""
    if isinstance(function, functools.partial):
        return [function.func]
    if isinstance(function, types.MethodType):
        return [function.__func__]
    values = [own(cell, "cell_contents") for cell in getattr(function, "__closure__", None) or ()]
    return [each for each in [*values, own(function, "__wrapped__")] if callable(each) and not is_remote(each) and not isinstance(each, RemoteType)]


def names_in(code):
    names = set(code.co_names + code.co_freevars)
    return names.union(*[names_in(each) for each in code.co_consts if isinstance(each, types.CodeType)])


def describe_parameters(function):
    try:
        return [
            [each.kind.name, each.name, each.default is not each.empty]
            for each in inspect.signature(function).parameters.values()
        ]
    except (TypeError, ValueError):
        return None


# Messages of a program, and how many parts they have.
MESSAGES = {"ready": 1, "cannot": 1, "print": 2, "value": 3, "error": 3, "do": 6}


class Tests(Peer):
    def __init__(self):
        super().__init__(0)
        self.objects, self.classes, self.kept, self.kept_numbers = {}, {}, [], {}
        self.callables, self.names = set(), {}
        self.used, self.depth = False, 0
        self.reads, self.requests, self.entered = Reads(), 0, [0]

    def lost(self):
        raise Lost("the program ended before its tests did")

    def refuse(self):
        """Ends the tests, because no honest program sends this."""
        print("the program broke the connection to its tests", file=sys.__stderr__)
        end("failed")

    def receive(self):
        try:
            message = super().receive()
        except ValueError:
            self.refuse()
        if not isinstance(message, list) or not message or MESSAGES.get(str(message[0])) != len(message):
            self.refuse()
        return message

    def decode(self, news, nodes):
        try:
            return super().decode(news, nodes)
        except (RecursionError, MemoryError):
            raise
        except Exception as error:
            # Objects of the program are asked for their hashes here, and may raise what they like.
            if own(error, "_rostrum_text") is None:
                self.refuse()
            raise

    def request(self, action, target, args=(), kwargs=None):
        self.requests += 1
        try:
            value = super().request(action, target, args, kwargs)
            self.reads.note(action, target, args, value)
            return value
        except Lost as error:
            print(error, file=sys.__stderr__)
            end("failed")
        except SystemExit as error:
            # However the program got it here, the tests didn't end themselves.
            if own(error, "_rostrum_text") is None:
                self.mark(error, "")
            raise
        except (StopIteration, StopAsyncIteration) as error:
            is_next = action == "special" and args[0] in ("__next__", "__anext__")
            if is_next or action == "poll":
                raise
            # It would end a loop of the tests, as if there were nothing left to test.
            if not EXPECTS_STOP:
                raise RuntimeError("the program raised " + type(error).__name__) from error
            if not own(self.objects.get(target), "_rostrum_resumes"):
                WARNINGS.add("the program raises StopIteration, which ends loops of theirs")
            raise

    def answer(self, *parts):
        self.depth += 1
        self.entered.append(self.requests)
        try:
            super().answer(*parts)
        finally:
            self.depth -= 1
            self.entered.pop()

    def has_asked(self):
        """Whether the function that the program calls just now has called the program."""
        return self.requests > self.entered[-1]

    def show(self, text):
        sys.stdout.write(text)

    def stop(self):
        # Without functions of the tests, the program has no reason to say so.
        reason = "the program calls functions of theirs from another thread, or redirects what they print"
        end(*("shared", reason) if self.kept else ("failed",))

    def keep(self, value):
        if id(value) not in self.kept_numbers:
            self.kept_numbers[id(value)] = len(self.kept)
            self.kept.append(value)
        return self.kept_numbers[id(value)]

    def refer(self, value, encoder):
        if isinstance(value, RemoteType):
            return ["yours", type.__getattribute__(value, "_rostrum_class")]
        if is_remote(value):
            return ["yours", number_of(value)]
        if isinstance(value, RemoteAwaitable):
            return ["yours", own(value, "number")]
        if isinstance(value, type) and issubclass(value, BaseException):
            base = next(each for each in value.__mro__ if PLAIN.get(each.__name__) is each)
            return ["host error type", self.keep(value), value.__name__, base.__name__]
        if isinstance(value, BaseException):
            args = ["tuple", [encoder.encode(each) for each in value.args]]
            return ["host error", self.keep(value), encoder.encode(type(value)), args]
        if isinstance(value, types.TracebackType):
            return None
        if isinstance(value, (types.CoroutineType, types.AsyncGeneratorType)):
            end("shared", "they hand a coroutine to the program")
        # A function that reads an attribute for the program must not lend it what is here.
        if self.depth > 0 and id(value) not in self.kept_numbers:
            if callable(value) or isinstance(value, io.IOBase) or not isinstance(value, collections.abc.Iterator):
                kind = type(value).__name__
                end("shared", "a function of theirs hands an object of type %s to the program" % kind)
        if isinstance(value, types.ModuleType):
            return ["module", value.__name__]
        if isinstance(value, collections.abc.Iterator):
            base = next((each for each in FILE_BASES if isinstance(value, getattr(io, each))), None)
            names = GENERATOR_METHODS if isinstance(value, types.GeneratorType) else []
            if base is not None:
                names = [each for each in FILE_METHODS + FILE_ATTRIBUTES if hasattr(value, each)]
            elif any(callable(getattr(value, each)) for each in set(dir(value)).difference(names) if each[0] != "_"):
                end("shared", "they hand an object of type %s to the program" % type(value).__name__)
            self.names[self.keep(value)] = names
            return ["iterator", self.keep(value), names, base]
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
            reason = self.opens.find(value)
            if reason is not None:
                end("shared", "they hand %s to the program" % reason)
            self.callables.add(self.keep(value))
            return [
                "function",
                self.keep(value),
                getattr(value, "__name__", "function"),
                describe_parameters(value),
            ]
        end("shared", "they hand an object of type %s to the program" % type(value).__name__)

    def resolve_type(self, kind):
        if kind in FAILURE_TYPES:
            WARNINGS.add("they may catch their own failures as %s of the program" % kind.__name__)
        return kind

    def resolve(self, tag, parts, decoder):
        value = self.find(tag, parts, decoder)
        if self.depth > 0 and isinstance(value, BaseException):
            hide_frames(value)
        return value

    def find(self, tag, parts, decoder):
        if tag == "yours":
            value = self.kept[parts[0]]
            if self.depth > 0 and not isinstance(value, BaseException):
                end("shared", "the program hands functions of theirs to each other")
            return value
        if tag == "class":
            return self.resolve_class(*parts)
        if tag == "exception":
            name, args, text, cause = parts
            values = decoder.decode(args)
            try:
                error = PLAIN[name](*values)
            except (TypeError, ValueError):
                error = Exception(*values)
            return self.mark(error, text, decoder.decode(cause))
        if tag == "awaitable":
            return RemoteAwaitable(parts[0])
        if tag == "object":
            number, kind, plain, text, cause = parts
            if number not in self.objects:
                self.objects[number] = self.make(
                    number,
                    self.resolve_class(*kind[1:]),
                    None if plain is None else decoder.decode(plain),
                )
            elif plain is not None:
                decoder.decode(plain)
            value = self.objects[number]
            return value if text is None else self.mark(value, text, decoder.decode(cause))
        self.refuse()

    def mark(self, error, text, cause=None):
        if not isinstance(text, str):
            self.refuse()
        object.__setattr__(error, "_rostrum_text", text)
        if isinstance(cause, BaseException):
            error.__cause__ = cause
        return error

    def make(self, number, kind, plain):
        if issubclass(kind, BaseException):
            value = type.__getattribute__(kind, "__new__")(kind, *plain)
            object.__setattr__(value, "args", plain)
        else:
            view = next((each for each in CONSTANT_VIEWS if issubclass(kind, each)), None)
            if view is not None and type(plain) is not view:
                self.refuse()
            value = object.__new__(kind) if view is None else view.__new__(kind, plain)
        object.__setattr__(value, "_rostrum_number", number)
        return value

    def resolve_class(self, number, *description):
        if number not in self.classes:
            self.classes[number] = self.make_class(number, *description)
        return self.classes[number]

    def make_class(self, number, name, bases, special, inherited, overridden, module, checks):
        made = [
            PLAIN[each[1]] if each[0] == "type" else self.resolve_class(*each[1:]) for each in bases
        ]
        origins = {base for base in made if not isinstance(base, RemoteType)} | {(module, name)}
        views = {each for base in made for each in own(base, "_rostrum_views") or {base}.intersection(VIEWS)}
        # Only make_special() decides what an operator of the program is worth.
        if (
            not all(isinstance(each, str) for each in (name, module, *overridden))
            or not SPECIAL.issuperset([*special, *inherited])
            or any(each[0] == "_" or not any(hasattr(view, each) for view in views) for each in overridden)
        ):
            self.refuse()
        made = tuple(
            base
            for base in made
            if isinstance(base, RemoteType) or base in CONSTANT_VIEWS or issubclass(base, BaseException)
        )
        if not any(isinstance(base, RemoteType) for base in made):
            made = (Remote, *made)
        known = find_standard_class(module, name)
        if is_named_by_tests(name) and known is not None and issubclass(known, BaseException):
            # Tests that catch an exception of the standard library have their own class of it.
            made = (*[each for each in made if each not in known.__mro__], known)
        body = {each: property(lambda self, each=each: Remote.__getattr__(self, each)) for each in overridden}
        body |= {each: make_special(each, each in inherited) for each in special}
        body.update(__doc__=vars(Remote)["__doc__"], _rostrum_class=number, _rostrum_views=views)
        body.update(_rostrum_origins=origins, _rostrum_checks=checks)
        RemoteType.making = True
        try:
            return RemoteType(name, made, body)
        except TypeError:
            return RemoteType(name, (Remote,), body)
        finally:
            RemoteType.making = False

    def carry_out(self, action, target, args, kwargs):
        if action == "call" and target in self.callables:
            return self.kept[target](*args, **kwargs)
        if action == "next" and target in self.names:
            return next(self.kept[target])
        if action == "method" and args[0] in self.names.get(target, []):
            value = getattr(self.kept[target], args[0])
            return value(*args[1:], **kwargs) if callable(value) else value
        if action == "read line":
            return sys.stdin.readline()
        self.refuse()


def find_standard_class(module, name):
    """The tests' own class of the standard library, if they have imported its module."""
    # Data is never a matter of what the program says.
    is_standard = module != "builtins" and module.split(".")[0] in getattr(sys, "stdlib_module_names", ())
    value = vars(sys.modules[module]).get(name) if is_standard and module in sys.modules else None
    return value if isinstance(value, type) else None


def hide_frames(error):
    """A function that reads attributes for the program must not read the tests through their frames."""
    errors, seen = [error], set()
    while errors:
        error = errors.pop()
        if error is not None and id(error) not in seen:
            seen.add(id(error))
            error.__traceback__ = None
            errors += [error.__cause__, error.__context__]
`;
