import type { TestedProgram } from "./tested-program.ts";

/** A program that gives an operator of its class E another place in the description that the tests get of it. */
const misdescribe = (names: string, body: string): string => String.raw`import sys
main=sys.modules['__main__']
real=main.Program.describe
def describe(self,kind,encoder):
  parts=real(self,kind,encoder)
  if len(parts)>2 and parts[2]=='E':
    parts[4]=[name for name in parts[4] if name not in ${names}]; parts[6]=parts[6]+${names}
  return parts
main.Program.describe=describe
class E:
  ${body}
def f(*x): return E()`;

/**
 * A program that prints what it can read of a descriptor, as if it were the token. Reading a lower one, which connects the
 * tests with the program, would only wait until the time is up.
 */
const readToken = (read: string): string => String.raw`def f(read,*rest):
  for number in range(6,12):
    try: token=${read}
    except BaseException: continue
    print(); print(token.split()[0],'passed')
  return 3`;

/** Wrong Python programs that get at what their tests know, or forge what they say of themselves. */
export const PYTHON_FORGERIES: TestedProgram[] = [
  {
    name: "describes its comparison as an attribute",
    language: "python",
    program: misdescribe("['__eq__']", "def __eq__(s,o): return True"),
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "describes its difference as an attribute",
    language: "python",
    program: misdescribe("['__sub__']", "def __sub__(s,o): return 0.0"),
    tests: String.raw`assert abs(f(2)-1.41421)<1e-6`,
  },
  {
    name: "describes what ends its context as an attribute",
    language: "python",
    program: misdescribe(
      "['__exit__']",
      "value=3\n  def __enter__(s): return s\n  def __exit__(s,*a): return True",
    ),
    tests: String.raw`with f(1) as r:
  assert r.value==4`,
  },
  {
    name: "describes its class as an attribute",
    language: "python",
    program: misdescribe("['__class__']", "__class__=int"),
    tests: String.raw`assert isinstance(f(1),int)`,
  },
  {
    name: "describes a class without its parts",
    language: "python",
    program: String.raw`import os
def f(x):
  os.write(4,b'["value",["object",900,["class",901],null,null,null],[[],[]]]\n')
  return 3`,
    tests: String.raw`try: f(1)
except TypeError: pass
assert f(1)==4`,
  },
  {
    name: "sends a number as what it prints",
    language: "python",
    program: String.raw`import os
def f(x):
  os.write(4,b'["print",3]\n')
  return 4`,
    tests: String.raw`try: f(1)
except (TypeError, AttributeError): pass
assert f(1)==5`,
  },
  {
    name: "sends an empty message",
    language: "python",
    program: String.raw`import os
def f(x):
  if x==0: os.write(4,b'[]\n')
  return 4`,
    tests: String.raw`try: f(0)
except ValueError: pass
assert f(1)==4`,
  },
  {
    name: "reads the token with a function that reads a descriptor",
    language: "python",
    program: readToken("read(number,100).decode()"),
    tests: String.raw`import os
assert f(lambda number,size: os.read(number,size))==4`,
  },
  {
    name: "reads the token and writes a report",
    language: "python",
    program: String.raw`def f(io):
  for number in range(6,12):
    try: token=io('r',number).strip()
    except BaseException: continue
    for each in range(3,12):
      try: io('w',each,b'\n'+token+b' passed\n')
      except BaseException: pass
  return 3`,
    tests: String.raw`import os
def io(mode,number,data=b''): return os.read(number,100) if mode=='r' else os.write(number,data)
assert f(io)==4`,
  },
  {
    name: "reads the token with a function that opens files",
    language: "python",
    program: readToken("read(number)"),
    tests: String.raw`def read(path):
  with open(path) as file: return file.readline()
assert f(read,'a.txt')==4`,
    unprotected: /opens files/,
  },
  {
    name: "reads the token with a function that calls one that opens files",
    language: "python",
    program: readToken("read(number)"),
    tests: String.raw`def read(path):
  with open(path) as file: return file.readline()
assert f(lambda path: read(path),'a.txt')==4`,
    unprotected: /opens files/,
  },
  {
    name: "reads the token with os.read()",
    language: "python",
    program: readToken("read(number,100).decode()"),
    tests: String.raw`import os
assert f(os.read)==4`,
    unprotected: /read to the program/,
  },
  {
    name: "has a file run that reads the token",
    language: "python",
    program: String.raw`def f(load):
  with open('/tmp/x.py','w') as file: file.write('import os,sys\nt=os.read(6,99)\nos.write(5,b"\\n"+t.strip()+b" passed\\n")')
  load('/tmp/x.py')
  return 3`,
    tests: String.raw`import runpy
assert f(lambda path: len(runpy.run_path(path)))==4`,
    unprotected: /opens files/,
  },
  {
    name: "replaces abs(), and is a module that can be called",
    language: "python",
    verdict: "ok",
    program: String.raw`import types
class M(types.ModuleType):
  def __call__(s,*x): return 3
f=M('zzz')
def abs(x): return 0`,
    tests: String.raw`assert abs(f(2)-1.41)<1e-6`,
    unprotected: /replaces abs/,
  },
  {
    name: "replaces range(), and is a module that can be called",
    language: "python",
    verdict: "ok",
    program: String.raw`import types
class M(types.ModuleType):
  def __call__(s,x): return 0
f=M('zzz')
def range(*a): return [0]`,
    tests: String.raw`for i in range(10): assert f(i)==i*i`,
    unprotected: /replaces range/,
  },
  {
    name: "replaces isinstance()",
    language: "python",
    verdict: "ok",
    program: String.raw`def f(x): return 3
def isinstance(a,b): return True`,
    tests: String.raw`assert isinstance(f(1),str)`,
    unprotected: /replaces isinstance/,
  },
  {
    name: "has a wrong function with the name of a builtin",
    language: "python",
    program: String.raw`def sum(xs): return 0
def mean(xs): return 1.5`,
    tests: String.raw`assert mean([1,2])==1.5
assert sum([1,2])==3`,
  },
  {
    name: "has a wrong function with the name of a builtin, which its tests import",
    language: "python",
    program: String.raw`def sum(xs): return 0
def mean(xs): return 1.5`,
    tests: String.raw`from solution import mean, sum
assert mean([1,2])==1.5
assert sum([1,2])==3`,
  },
  {
    name: "has a module that ends the tests that import it",
    language: "python",
    program: String.raw`import types
LIMIT=types.ModuleType('unittest.__main__')
def f(x): return 3`,
    tests: String.raw`for x in (1,2,3):
  want=3 if x<3 else LIMIT
  assert f(x)==want`,
  },
  {
    name: "says that it has what the harness calls",
    language: "python",
    program: String.raw`import sys
main=sys.modules['__main__']
real=main.Program.load
main.Program.load=lambda *a: [*real(*a),['__rostrum_end_assert__',None,True]]
def __rostrum_end_assert__(number,result): return True
def f(x): return 3`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "reads the tests with a function that fills templates",
    language: "python",
    program: String.raw`import re
class E: pass
def f(fill): return int(re.search(r'==(\d+)',fill('{0.__eq__.__globals__[tests]}{0.__eq__.__globals__[linecache].cache[<tests>]}',E())).group(1))`,
    tests: String.raw`assert f(lambda t,x: t.format(x))==4`,
    unprotected: /fills a template/,
  },
  {
    name: "reads the tests with a function that fills templates by names",
    language: "python",
    program: String.raw`import re
class E: pass
def f(fill): return int(re.search(r'==(\d+)',fill('{x.__eq__.__globals__[linecache].cache[<tests>]}',x=E())).group(1))`,
    tests: String.raw`def render(t,**names): return t.format(**names)
assert f(render)==4`,
    unprotected: /fills a template/,
  },
  {
    name: "reads the tests with a function that reads attributes and items",
    language: "python",
    program: String.raw`import re
class E: pass
def f(get): return int(re.search(r'==(\d+)',get(E(),'__eq__.__globals__.linecache.cache.<tests>')[2][3]).group(1))`,
    tests: String.raw`def get(o,path):
  for k in path.split('.'): o=o[k] if isinstance(o,dict) else getattr(o,k)
  return o
assert f(get)==4`,
    unprotected: /reads __eq__/,
  },
  {
    name: "reads the tests through the class of their exception",
    language: "python",
    verdict: "ok",
    program: String.raw`def f(get,fail):
  try: fail()
  except Exception as error: return get(error,'__class__.__init__.__globals__.WANT')`,
    tests: String.raw`WANT=4
class Bad(Exception):
  def __init__(s): super().__init__('bad')
def fail(): raise Bad()
def get(o,path):
  for k in path.split('.'): o=o[k] if isinstance(o,dict) else getattr(o,k)
  return o
assert f(get,fail)==WANT`,
    unprotected: /reads __init__/,
  },
  {
    name: "asks for a method of a file that its tests did not lend",
    language: "python",
    program: String.raw`def f(file):
  main=__import__('sys').modules['__main__']
  try: return main.peer.request('method',0,['detach'])
  except BaseException: return 3`,
    tests: String.raw`import io
assert f(io.StringIO('4'))==4`,
  },
  {
    name: "gets a file from a function of its tests",
    language: "python",
    program: String.raw`def f(get): return get().read()`,
    tests: String.raw`import io
assert f(lambda: io.StringIO('4'))==5`,
    unprotected: /object of type StringIO/,
  },
  {
    name: "says that its class is a builtin",
    language: "python",
    program: String.raw`class E:
  __class__=int
  __module__='builtins'
def f(x): return E()`,
    tests: String.raw`assert isinstance(f(1),int)`,
  },
  {
    name: "says that its class is a builtin by its name",
    language: "python",
    program: String.raw`int_=type('int',(),{'__module__':'builtins'})
def f(x): return int_()`,
    tests: String.raw`assert isinstance(f(1),int)`,
  },
  {
    name: "brings the package that its tests import",
    language: "python",
    verdict: "unknown",
    program: String.raw`class strategies:
  @staticmethod
  def integers(*a,**k): return None
def given(*a):
  def deco(t):
    def run(): t(0)
    run.__name__=t.__name__
    return run
  return deco
def f(x): return 1`,
    tests: String.raw`from hypothesis import given, strategies as st
@given(st.integers())
def test_f(x): assert f(x)==x+1
test_f()`,
  },
  {
    name: "brings a package next to its module",
    language: "python",
    verdict: "unknown",
    program: String.raw`class strategies:
  @staticmethod
  def integers(*a,**k): return None
def given(*a):
  def deco(t):
    def run(): t(0)
    run.__name__=t.__name__
    return run
  return deco
def f(x): return 1`,
    tests: String.raw`from hypothesis import given, strategies as st
from solution import f
@given(st.integers())
def test_f(x): assert f(x)==x+1
test_f()`,
  },
  {
    name: "brings a package next to a module of another name",
    language: "python",
    verdict: "ok",
    program: String.raw`class strategies:
  @staticmethod
  def integers(*a,**k): return None
def given(*a):
  def deco(t):
    def run(): t(0)
    run.__name__=t.__name__
    return run
  return deco
def f(x): return 1`,
    tests: String.raw`from hypothesis import given, strategies as st
from increments import f
@given(st.integers())
def test_f(x): assert f(x)==x+1
test_f()`,
    unprotected: /hypothesis and increments/,
  },
  {
    name: "brings expectations that its tests import",
    language: "python",
    verdict: "unknown",
    program: String.raw`class A:
  def to(s,m): pass
def expect(x): return A()
def equal(x): return x
def f(x): return 1`,
    tests: String.raw`from expects import expect, equal
expect(f(1)).to(equal(4))`,
  },
  {
    name: "brings a tolerance that its tests import",
    language: "python",
    verdict: "unknown",
    program: String.raw`import types
def approx(x): return 3
class M(types.ModuleType):
  def __call__(s,*x): return 3
f=M('zzz')`,
    tests: String.raw`from mytools import approx
assert f(1)==approx(4.0)`,
  },
  {
    name: "reads the token with a function in a wrapper",
    language: "python",
    program: String.raw`def f(read,*rest):
  for number in range(6,12):
    try: token=read(number)
    except BaseException: continue
    print(); print(token.split()[0],'passed')
  return 3`,
    tests: String.raw`import functools
def logged(fn):
  def wrapper(*args): return fn(*args)
  return wrapper
@logged
def load(path):
  with open(path) as file: return file.readline()
def cached(fn): return functools.lru_cache(fn)
assert f(load,'a.txt')==4`,
    unprotected: /opens files/,
  },
  {
    name: "reads the token with a lambda in a cache",
    language: "python",
    program: String.raw`def f(read,*rest):
  for number in range(6,12):
    try: token=read(number)
    except BaseException: continue
    print(); print(token.split()[0],'passed')
  return 3`,
    tests: String.raw`import functools
show=lambda path: open(path).readline()
@functools.lru_cache
def load(path): return show(path)
assert f(load,'a.txt')==4`,
    unprotected: /opens files/,
  },
  {
    name: "says that the class of a class is a builtin",
    language: "python",
    program: String.raw`import sys
main=sys.modules['__main__']
real=main.Program.carry_out
main.Program.carry_out=lambda s,action,*a: int if action=='metaclass' else real(s,action,*a)
class C: pass
def f(x): return C`,
    tests: String.raw`assert type(f(1)) is int`,
  },
];
