/** Stands in for the objects of a JavaScript program in the process of its tests. */
export const JAVASCRIPT_REMOTE: string = String.raw`
/** Names by which test frameworks are called. A program that brings its own judges itself. */
const FRAMEWORK_NAMES = /^(assert\w*|expect|describe|it|test)$/;
/** Failures of the tests are instances of these. */
const FAILURE_CLASSES = new Set([Error, Object]);
/** Containers of the program that are looked at before every request hold no more than this, except for the newest. */
const MAX_WATCHED = 1000;
/** Functions with which a program could run code in its tests, or end them. */
const RUNNERS = [evaluate, require, process.reallyExit];
/** A process has its memory as a file. Who may read a piece of it finds what the tests expect. */
const READERS = [fs.open, fs.openSync, fs.read, fs.readSync, fs.createReadStream, fs.promises.open];
const isObject = (value) => Object(value) === value;
const NATIVE = /\{ \[native code\] \}$/;

class Tests extends Marks {
  constructor() {
    super();
    this.remotes = new Map();
    this.functions = [];
    this.functionNumbers = new Map();
    /** Functions that the program called. */
    this.called = new Set();
    this.calls = 0;
    /** How many of them are running. */
    this.depth = 0;
    /** Functions of the tests that made a promise for the program. */
    this.makers = new WeakMap();
    /** Objects that the tests made. */
    this.made = new WeakSet();
    /** Methods of data, by the functions of the program that were read as one. */
    this.methods = new WeakMap();
    /** Objects that methods of data returned, and that nothing looked at since. */
    this.unread = new Map();
    /** Functions that settle what the tests await, in pairs. */
    this.awaited = [];
    this.received = new Map();
    this.unwatched = [];
    this.watched = 0;
    this.receivedNumbers = new WeakMap();
    this.pending = 0;
    this.used = false;
    this.isReady = false;
  }
  lose() {
    if (!this.isReady) process.exit(1);
    this.port.unref();
    if (this.isDone) return;
    end("failed", "", "the program ended before its tests did");
  }
  notice(kind, parts) {
    this.turn++;
    if (kind === "ready") this.isReady = true;
    else if (kind === "print" && typeof parts[0] === "string") process.stdout.write(parts[0]);
    else if (kind === "idle") this.port.unref();
    else if (kind === "conflict") end("shared", "they change data that the program changes, too");
    else if (kind === "console") {
      const [name, text, nodes] = parts;
      let values;
      if (typeof text !== "string") return this.lose();
      try {
        values = nodes.map((each) => new Decoder(this).decode(each));
      } catch {
        return this.lose();
      }
      if (!["log", "info", "debug", "warn", "error"].includes(name)) this.lose();
      else if (console[name] === CONSOLE[name])
        process[name === "warn" || name === "error" ? "stderr" : "stdout"].write(text + "\n");
      else console[name](...values);
    } else this.lose();
  }
  /** A program hands over objects with methods as a whole. */
  takeMethod(value) {
    return this.functionNumbers.has(value) ? value : this.lose();
  }
  /** Keeps this process alive as long as the program owes something. */
  waitFor(change) {
    this.turn++;
    this.pending += change;
    if (this.pending > 0) this.port.ref();
    else this.port.unref();
  }
  exchange(...parts) {
    if (this.pending > 0) this.port.ref();
    return super.exchange(...parts);
  }
  /** Asks for a fact about the program, which is JSON. The program may have made it up. */
  ask(action, target = 0, ...nodes) {
    const [kind, fact] = this.exchange(action, target, nodes);
    if (kind === "fact") return fact;
    if (kind !== "error") return this.lose();
    let error;
    try {
      error = new Decoder(this).decode(fact);
    } catch {
      return this.lose();
    }
    this.meet(error);
    throw error;
  }
  askForNames(action, ...nodes) {
    const names = this.ask(action, 0, ...nodes);
    const areNames = Array.isArray(names) && names.every((each) => typeof each === "string");
    return areNames ? names : this.lose();
  }
  /** Changes that the tests made to containers which they received, because the program may hold the same ones. */
  accompany() {
    const changed = [...this.received].filter(([, { value, seen }]) => !isSeen(value, seen));
    const encoder = new Encoder(this, [], { isEdit: true });
    const edits = changed.map(([number, entry]) => {
      this.watched -= entry.seen.length;
      entry.seen = look(entry.value);
      this.watched += entry.seen.length;
      return [number, encoder.contents(entry.value)];
    });
    if (edits.length > 0) this.turn++;
    const [oldest = 0] = this.received.keys();
    return [edits, oldest];
  }
  keep(containers, base) {
    for (const [index, value] of containers.entries()) {
      const seen = look(value);
      this.received.set(base + index, { value, seen });
      this.receivedNumbers.set(value, base + index);
      this.watched += seen.length + 1;
    }
    for (const [number, entry] of this.received) {
      if (this.watched <= MAX_WATCHED || number >= base) break;
      this.watched -= entry.seen.length + 1;
      this.received.delete(number);
      this.unwatched.push(entry);
    }
  }
  /** True if the tests changed a container without telling the program. */
  get hasLostEdits() {
    return this.unwatched.some(({ value, seen }) => !isSeen(value, seen));
  }
  give() {
    return 0;
  }
  leave(error, promise) {
    const maker = this.makers.get(promise);
    leave(error, maker && textOf(maker.made), maker?.isJudging(error));
  }
  meet(error) {
    meet(error);
  }
  referOwn(value, encoder) {
    if (this.numbers.has(value)) return ["yours", this.numbers.get(value)];
    if (encoder.isEdit && this.received.has(this.receivedNumbers.get(value)))
      return ["given", this.receivedNumbers.get(value)];
    if (programs.has(value)) return ["program"];
    if (typeof value !== "function") return undefined;
    if (!this.functionNumbers.has(value)) {
      // What the program makes a function of the tests return, store or pass on can be anything that it had it read.
      if (encoder.isResult || encoder.isEdit || (this.depth > 0 && NATIVE.test(textOf(value))))
        end("shared", "a function of theirs returns a function to the program");
      if (
        [...RUNNERS, ...READERS, globalThis.require, process.exit].includes(value) ||
        Function.isPrototypeOf(value)
      )
        end("shared", "they hand " + (value.name || "exit") + "() to the program");
      this.functionNumbers.set(value, this.functions.push(value) - 1);
      handed.add(textOf(value));
    }
    return ["function", this.functionNumbers.get(value), value.name, value.length];
  }
  refer(value, encoder) {
    if (util.types.isProxy(value)) end("shared", "they hand a proxy to the program");
    // An object with functions is handed over part by part.
    const prototype = Object.getPrototypeOf(value);
    if (
      (prototype === Object.prototype || prototype === null) &&
      Reflect.ownKeys(value).every(
        (key) => typeof key === "string" && "value" in Object.getOwnPropertyDescriptor(value, key),
      )
    ) {
      encoder.number(value);
      return ["object", Object.keys(value).map((key) => [key, encoder.encode(value[key])]), 0];
    }
    if (value instanceof Error) {
      const { message, name, stack } = value;
      const copy = Object.assign(new Error(message), { name });
      return encoder.encode(Object.defineProperty(copy, "stack", { value: stack }));
    }
    end(
      "shared",
      "they hand an object of class " +
        (prototype?.constructor?.name ?? "unknown") +
        " to the program",
    );
  }
  resolveOther(tag, parts) {
    if (tag === "yours") return this.functions[parts[0]];
    if (tag !== "remote") return this.lose();
    const [number, kind] = parts;
    if (!this.remotes.has(number)) {
      // A bound function has no fields of its own that a proxy would have to show.
      const target = kind === "function" ? function () {}.bind() : kind === "array" ? [] : {};
      const remote = new Proxy(target, this.handler(number));
      Object.defineProperty(target, util.inspect.custom, {
        value: (depth, options) => this.show(remote, depth, options),
        configurable: true,
      });
      this.numbers.set(remote, number);
      this.remotes.set(number, remote);
    }
    const remote = this.remotes.get(number);
    // The program hands it over as something else, too.
    this.made.delete(remote);
    return remote;
  }
  handler(number) {
    const peer = this;
    const self = () => peer.remotes.get(number);
    const ask = (action, ...args) => {
      peer.unread.delete(self());
      return peer.request(action, number, ...args);
    };
    const keysOf = (remote) => {
      peer.unread.delete(remote);
      if (peer.keys.get(remote)?.turn !== peer.turn) {
        const keys = peer.request("keys", peer.numbers.get(remote));
        if (!Array.isArray(keys) || !keys.every((each) => /^(string|symbol)$/.test(typeof each))) peer.lose();
        peer.keys.set(remote, { turn: peer.turn, keys });
      }
      peer.passTurn();
      return peer.keys.get(remote).keys;
    };
    /**
     * Other objects have what they list and nothing else. Asked about a key after its list was read, the program could
     * have added that key meanwhile, in a timer or to please the tests.
     */
    const isProxy = (remote) => peer.ask("is proxy", peer.numbers.get(remote)) === true;
    return {
      apply(_target, object, args) {
        const key = peer.methods.get(self());
        const isMade = peer.made.has(object);
        const isConversion = CONVERSIONS.has(key);
        if (!isConversion) peer.turn++;
        if (key === "then" && args.every((each) => NATIVE.test(textOf(each))))
          peer.awaited.push(args);
        let value;
        try {
          value = ask("call", object, args);
        } finally {
          if (isMade) peer.made.add(object);
        }
        if (isConversion) {
          if (peer.numbers.has(object)) {
            if (typeof object === "function" && key === "toString")
              warnings.add("they read the text of a function of the program");
            let name = String(key) + " " + String(args[0]);
            peer.noteRead(object, name, value, !isMade);
            // Another object may say it whenever the field is read that has the object.
            const seen = new Set([object]);
            for (let at = peer.origins.get(object); at && !seen.has(at[0]); at = peer.origins.get(at[0])) {
              seen.add(at[0]);
              name = String(at[1]) + " " + name;
              peer.noteRead(at[0], name, value, false);
            }
          }
        } else if (METHODS.has(key) && args.length > 0 && !isMade) {
          if (peer.numbers.has(value)) peer.unread.set(value, key);
          else peer.warnOf(key);
        }
        return value;
      },
      construct(_target, args, newTarget) {
        if (newTarget !== self()) end("shared", "they make a class of a class of the program");
        peer.turn++;
        const { size } = peer.remotes;
        const value = ask("construct", args);
        if (!isObject(value)) peer.lose();
        if (peer.remotes.size > size && peer.numbers.get(value) !== undefined) peer.made.add(value);
        return value;
      },
      get(_target, key) {
        const unread = peer.unread.get(self());
        const value = ask("get", key);
        if (key === Symbol.hasInstance && typeof value === "function")
          return (each) => {
            const answer = Reflect.apply(value, self(), [each]);
            if (answer && !peer.numbers.has(each))
              warnings.add("they ask a class of the program whether a value of theirs is an instance");
            return answer;
          };
        peer.noteRead(self(), key, value, false);
        if (typeof value !== "function") return value;
        if (key === "then" || METHODS.has(key)) {
          if (key === "then" && unread !== undefined) peer.warnOf(unread);
          if (peer.numbers.has(value)) peer.methods.set(value, key);
          else peer.warnOf(key);
        }
        return value;
      },
      set(_target, key, value) {
        peer.turn++;
        return ask("set", key, value);
      },
      has(_target, key) {
        for (let object = self(); object; object = Reflect.getPrototypeOf(object)) {
          if (!peer.numbers.has(object)) return Reflect.has(object, key);
          if (keysOf(object).includes(key)) return true;
          if (isProxy(object) && ask("has", key)) return peer.affirm(key);
        }
        return false;
      },
      deleteProperty(_target, key) {
        peer.turn++;
        return ask("delete", key);
      },
      ownKeys: (target) => [...new Set([...keysOf(self()), ...(Array.isArray(target) ? ["length"] : [])])],
      getPrototypeOf() {
        const name = peer.ask("class", number);
        const found = Array.isArray(name) ? findPrototype(...name) : ask("prototype");
        return found === null || isObject(found) ? found : peer.lose();
      },
      getOwnPropertyDescriptor(target, key) {
        const isFixed = Array.isArray(target) && key === "length";
        const isListed = keysOf(self()).includes(key);
        if (!isListed && !isFixed && !isProxy(self())) return undefined;
        const found = ask("property", key);
        if (found !== undefined && !isObject(found)) peer.lose();
        if (found !== undefined && !isListed) peer.affirm(key);
        if (found === undefined && !isFixed) return undefined;
        return {
          value: found?.value,
          enumerable: !isFixed && found.enumerable,
          writable: true,
          configurable: !isFixed,
        };
      },
      defineProperty: (_target, key, property) => ask("set", key, property.value),
    };
  }
  carryOut(action, target, [object, args]) {
    const value = this.functions[target];
    if (typeof value !== "function") return this.lose();
    this.turn++;
    this.calls++;
    this.called.add(value);
    this.depth++;
    const { requests } = this;
    const isJudging = (error) => args.length > 0 || (this.requests > requests && isGuarded(error));
    try {
      const result =
        action === "call" ? Reflect.apply(value, object, args) : Reflect.construct(value, args);
      if (util.types.isPromise(result))
        this.makers.set(result, { made: value, isJudging });
      return result;
    } catch (error) {
      leave(error, textOf(value), isJudging(error));
      throw error;
    } finally {
      this.depth--;
    }
  }
}
`;
