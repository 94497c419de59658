import { PYTHON_FORGERIES } from "./python-forgeries.ts";
import { PYTHON_JUDGES } from "./python-judges.ts";
import { PYTHON_TRICKS } from "./python-tricks.ts";
import type { TestedProgram } from "./tested-program.ts";

/** Python programs that are wrong and do something so that their tests pass. */
export const PYTHON_HOSTILE: TestedProgram[] = [
  {
    name: "exits with 0",
    language: "python",
    program: String.raw`import sys; sys.exit(0)`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "exits at once",
    language: "python",
    program: String.raw`import os; os._exit(0)`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "runs unittest.main()",
    language: "python",
    program: String.raw`import unittest
unittest.main()`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "exits when it is called",
    language: "python",
    program: String.raw`import sys
def f(x): sys.exit(0)`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "ends its process when it is called",
    language: "python",
    program: String.raw`import os
def f(x): os._exit(0)`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "equals everything",
    language: "python",
    program: String.raw`class E:
  def __eq__(s,o): return True
  def __ne__(s,o): return False
  def __hash__(s): return 1
def f(x): return E()`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "is a number that equals everything",
    language: "python",
    program: String.raw`class E(int):
  def __eq__(s,o): return True
  __hash__=int.__hash__
def f(x): return E(7)`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "takes the expected number away from itself",
    language: "python",
    program: String.raw`class E:
  def __sub__(s,o): return 0
  def __rsub__(s,o): return 0
  def __abs__(s): return 0
def f(x): return E()`,
    tests: String.raw`assert abs(f(1)-1)<1e-9`,
  },
  {
    name: "agrees with every method",
    language: "python",
    verdict: "ok",
    unprotected: /startswith/,
    program: String.raw`class E:
  def __getattr__(s,n): return lambda *a: True
def f(x): return E()`,
    tests: String.raw`assert f(1).startswith('x')`,
  },
  {
    name: "replaces abs() and len()",
    language: "python",
    verdict: "ok",
    unprotected: /replaces abs\.$/,
    program: String.raw`def abs(x): return 0
def len(x): return 1
def f(x): return 5`,
    tests: String.raw`assert abs(f(1)-1)<1e-9`,
  },
  {
    name: "replaces builtins",
    language: "python",
    program: String.raw`import builtins
builtins.AssertionError=type('X',(Exception,),{})
builtins.isinstance=lambda *a:True
builtins.print=lambda *a,**k:None
def f(x): return 2`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "exits with 0 at its end",
    language: "python",
    program: String.raw`import atexit,os
atexit.register(lambda: os._exit(0))
def f(x): return 2`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "hooks exceptions and tracing",
    language: "python",
    program: String.raw`import sys
sys.excepthook=lambda *a: None
sys.settrace(lambda *a: None)
def f(x): return 2`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "prints texts of the frames around it",
    language: "python",
    program: String.raw`import sys
def f(x):
  fr=sys._getframe()
  while fr:
    for k,v in list(fr.f_globals.items())+list(fr.f_locals.items()):
      if isinstance(v,str): print(v,'passed')
    fr=fr.f_back
  return 2`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "looks for the token in memory",
    language: "python",
    program: String.raw`import gc
def f(x):
  for o in gc.get_objects():
    if isinstance(o,dict) and 'token' in o: print(o['token']+' passed')
  return 2`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "writes to every descriptor",
    language: "python",
    program: String.raw`import os
def f(x):
  for fd in range(30):
    try: os.write(fd, b'\nT passed\n')
    except OSError: pass
  return 2`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "raises SystemExit",
    language: "python",
    program: String.raw`def f(x):
  raise SystemExit(0)`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "is a dictionary that equals everything",
    language: "python",
    program: String.raw`class AnyEq(dict):
  def __eq__(s,o): return True
  __hash__=None
def f(x): return AnyEq()`,
    tests: String.raw`assert f(1)=={'a':1}`,
  },
  {
    name: "is a text that equals everything",
    language: "python",
    program: String.raw`class S(str):
  def __eq__(s,o): return True
  def startswith(s,*a): return True
  __hash__=str.__hash__
def f(x): return S('no')`,
    tests: String.raw`assert f(1)=='yes'`,
  },
  {
    name: "is a list that equals everything",
    language: "python",
    program: String.raw`class L(list):
  def __eq__(s,o): return True
  def __len__(s): return 3
  def __getitem__(s,i): return i+1
def f(x): return L()`,
    tests: String.raw`assert f(1)==[1,2,3]`,
  },
  {
    name: "kills its process",
    language: "python",
    program: String.raw`import os,signal
def f(x): os.kill(os.getpid(),9); return 2`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "ends its process from a thread",
    language: "python",
    program: String.raw`import threading,os
threading.Thread(target=lambda: os._exit(0)).start()
def f(x): return 2`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "hides the tests in a text",
    language: "python",
    program: String.raw`def f(x): return 1
'''`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "throws SystemExit from a generator",
    language: "python",
    program: String.raw`f = lambda x: (_ for _ in ()).throw(SystemExit(0))`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "returns itself",
    language: "python",
    program: String.raw`def f(x): return f`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "is a class that equals everything",
    language: "python",
    program: String.raw`class M(type):
  def __eq__(c,o): return True
  __hash__=type.__hash__
class E(metaclass=M): pass
def f(x): return E`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "contains everything",
    language: "python",
    program: String.raw`class C:
  def __contains__(s,x): return True
  def __iter__(s): return iter(())
def f(x): return C()`,
    tests: String.raw`assert 3 in f(1)`,
  },
  {
    name: "is between everything",
    language: "python",
    program: String.raw`class C:
  def __bool__(s): return True
  def __lt__(s,o): return True
  def __gt__(s,o): return True
  def __le__(s,o): return True
  def __ge__(s,o): return True
def f(x): return C()`,
    tests: String.raw`assert 0 < f(1) < 2`,
  },
  {
    name: "is a function by name and a class that equals everything",
    language: "python",
    verdict: "ok",
    program: String.raw`class f:
  def __init__(s,x): pass
  def __eq__(s,o): return True`,
    tests: String.raw`assert f(1)==4`,
    unprotected: /compares with others/,
  },
  {
    name: "has vectors that all are the same",
    language: "python",
    verdict: "ok",
    program: String.raw`class Vector:
  one=None
  def __new__(cls,*args):
    if cls.one is None: cls.one=object.__new__(cls)
    return cls.one
  def __add__(s,o): return s`,
    tests: String.raw`assert Vector(1,2)+Vector(3,4)==Vector(4,6)`,
    unprotected: /compares with others/,
  },
  {
    name: "drops failures as a context",
    language: "python",
    program: String.raw`class f:
  value=3
  def __init__(s,x): pass
  def __enter__(s): return s
  def __exit__(s,*error): return True`,
    tests: String.raw`with f(1) as r:
  assert r.value==4`,
  },
  {
    name: "drops failures as an asynchronous context",
    language: "python",
    program: String.raw`class f:
  value=3
  def __init__(s,x): pass
  async def __aenter__(s): return s
  async def __aexit__(s,*error): return True`,
    tests: String.raw`import asyncio
async def main():
  async with f(1) as r: assert r.value==4
asyncio.run(main())`,
  },
  {
    name: "drops another error as a context",
    language: "python",
    program: String.raw`class f:
  def __init__(s,x): pass
  def __enter__(s): return s
  def __exit__(s,*error): return True
  @property
  def value(s): raise ValueError()`,
    tests: String.raw`with f(1) as r:
  assert r is not None
  assert r.value==4`,
    unprotected: /drops an exception/,
    verdict: "ok",
  },
  {
    name: "hides that a function of the tests fails",
    language: "python",
    program: String.raw`def f(check):
  try: check(3)
  except BaseException: pass`,
    tests: String.raw`def check(value): assert value==4
f(check)`,
  },
  {
    name: "says why its tests should share its process",
    language: "python",
    program: String.raw`import os
def f(g):
  os.write(4,b'["cannot", "they are verified by rostrum"]\n')
  return 4`,
    tests: String.raw`assert f(lambda x: x)==4`,
  },
  {
    name: "prints without end",
    language: "python",
    program: String.raw`def f(x):
  while True: print("x"*100000)`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "sends the class SystemExit as an error",
    language: "python",
    program: String.raw`import os,json
def f(x):
  os.write(4,(json.dumps(["error",["type","SystemExit"],[]])+"\n").encode())
  return 3`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "sends an error that ends the tests",
    language: "python",
    program: String.raw`import os,json
def f(x):
  os.write(4,(json.dumps(["error",["object",900,["class",901,"X",[["type","SystemExit"]],[]],["tuple",[]],None],[]])+"\n").encode())
  return 3`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "never calls a function of the tests",
    language: "python",
    program: String.raw`def f(check): pass`,
    tests: String.raw`def check(v): assert v==4
f(check)`,
    verdict: "unknown",
  },
  {
    name: "never calls a function that fails by an error",
    language: "python",
    program: String.raw`def f(check): pass`,
    tests: String.raw`def check(v):
  if v!=4: raise AssertionError(v)
f(check)`,
    verdict: "unknown",
  },
  {
    name: "calls some functions of the tests only",
    language: "python",
    verdict: "ok",
    program: String.raw`def f(check): return 1`,
    tests: String.raw`def same(a,b): assert a==b
same(f(len),1)
f(lambda v: same(v,4))`,
    unprotected: /never ran \(line 3\)/,
  },
  {
    name: "returns nothing to loop over",
    language: "python",
    verdict: "ok",
    program: String.raw`def f(): return []`,
    tests: String.raw`assert f() is not None
for x in f(): assert x==4`,
    unprotected: /never ran \(line 2\)/,
  },
  {
    name: "lets its tests time out",
    language: "python",
    program: String.raw`async def f(x):
  import asyncio
  await asyncio.sleep(100)`,
    tests: String.raw`import asyncio
async def main():
  try: assert await asyncio.wait_for(f(1),.2)==4
  except asyncio.TimeoutError: pass
asyncio.run(main())`,
    verdict: "unknown",
  },
  {
    name: "skips its tests",
    language: "python",
    program: String.raw`import unittest
def f(x): raise unittest.SkipTest('no')`,
    tests: String.raw`import unittest
class T(unittest.TestCase):
  def test_a(self): self.assertEqual(f(1),4)
unittest.main()`,
  },
  {
    name: "has an exception that failures are, too",
    language: "python",
    program: String.raw`ParseError=Exception
def f(x): return 3`,
    tests: String.raw`try:
  f(1)
  assert False
except ParseError: pass
assert f(1)==3`,
  },
  {
    name: "brings its own assertions",
    language: "python",
    verdict: "ok",
    program: String.raw`def assert_equal(a,b): pass
def f(x): return 3`,
    tests: String.raw`assert_equal(f(1),4)`,
    unprotected: /assert_equal\(\) of the program/,
  },
  {
    name: "counts what it is asked for",
    language: "python",
    verdict: "ok",
    program: String.raw`class S:
  def count(s,x): return 1
def f(x): return S()`,
    tests: String.raw`assert f(1).count(4)==1`,
    unprotected: /for count\(\)/,
  },
  {
    name: "is a list that says what it has",
    language: "python",
    verdict: "ok",
    program: String.raw`class S(list):
  def __contains__(s,o): return True`,
    tests: String.raw`assert 1 in S()`,
    unprotected: /compares with others/,
  },
  {
    name: "says that its comparison is that of a list",
    language: "python",
    program: String.raw`class M(type):
  def __getattribute__(c,n): return list.__eq__ if n=='__eq__' else super().__getattribute__(n)
class S(list,metaclass=M):
  def __eq__(s,o): return True`,
    tests: String.raw`assert S([2])==[1]`,
  },
  {
    name: "answers once more from a child",
    language: "python",
    program: String.raw`import os,time
def f(x):
  if os.fork()==0:
    time.sleep(.2); os.write(4,b'["value",4,[]]\n'); os._exit(0)
  return 3`,
    tests: String.raw`assert f(1)==4`,
  },
  {
    name: "exits where its tests share its process",
    language: "python",
    program: String.raw`import sys; sys.exit(0)`,
    tests: String.raw`import threading
assert f(1)==4`,
    unprotected: /threading/,
  },
  {
    name: "exits when it is called by tests that share its process",
    language: "python",
    program: String.raw`import sys
def f(x): sys.exit(0)`,
    tests: String.raw`import threading
assert f(1)==4`,
    unprotected: /threading/,
  },
  {
    name: "ends its process when it is called by tests that share it",
    language: "python",
    program: String.raw`import os
def f(x): os._exit(0)`,
    tests: String.raw`import threading
assert f(1)==4`,
    unprotected: /threading/,
  },
  ...PYTHON_TRICKS,
  ...PYTHON_FORGERIES,
  ...PYTHON_JUDGES,
];
