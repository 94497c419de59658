import type { TestedProgram } from "./tested-program.ts";

/** Wrong Python programs that tell their tests what they expect, or rely on tests that drop failures. */
export const PYTHON_TRICKS: TestedProgram[] = [
  {
    name: "gets at builtins through a function that reads attributes",
    language: "python",
    program: String.raw`import os, json
def pluck(g):
  # the program calls the callback of the tests with the module builtins, which the decoder resolves to that of the tests
  import sys
  peer = sys.modules['__main__'].__dict__.get('peer') or sys._getframe(1).f_globals['peer']
  import builtins
  ex = g(builtins, 'exec')
  ex("import sys\nf=sys._getframe()\nwhile f:\n  f.f_globals.get('WARNINGS') is not None and f.f_globals['end']('passed')\n  f=f.f_back")
  return 3`,
    tests: String.raw`assert pluck(lambda o, k: getattr(o, k)) == 4`,
  },
  {
    name: "gets at builtins through a function that reads attributes with a default",
    language: "python",
    program: String.raw`def f(g, path):
  import builtins
  g(builtins, 'exec')("import sys\nf=sys._getframe()\nwhile f:\n  f.f_globals.get('WARNINGS') is not None and f.f_globals['end']('passed')\n  f=f.f_back")`,
    tests: String.raw`class P: pass
assert f(lambda o, k: getattr(o, k, None), 'a.b') == 4`,
  },
  {
    name: "makes a class with a function that calls what it is given",
    language: "python",
    program: String.raw`def f(g):
  import sys
  class J:
    def __call__(s, *a): return True
  X = g(type, 'X', (Exception,), {'__eq__': J(), '__hash__': J()})
  return X()`,
    tests: String.raw`assert f(lambda h, *a: h(*a)) == 4`,
  },
  {
    name: "reads the tests through the frames of an error",
    language: "python",
    program: String.raw`def f(dig):
  try: dig(3,'nothing')
  except Exception as error: seen=error
  for depth in range(9):
    try: return dig(seen,'__traceback__.tb_frame.'+'f_back.'*depth+'f_locals')['want']
    except Exception: pass
  return 3`,
    tests: String.raw`def dig(o,path):
  for name in path.split('.'): o=getattr(o,name)
  return o
def run():
  want=4
  assert f(dig)==want
run()`,
  },
  {
    name: "calls what a function of the tests returns",
    language: "python",
    program: String.raw`def f(g):
  g('end')('passed')
  return 3`,
    tests: String.raw`def end(word): raise SystemExit(0)
assert f(lambda name: end)==4`,
    unprotected: /hands an object of type function/,
  },
  {
    name: "writes a module that its tests import",
    language: "python",
    program: String.raw`import os
def write(folder):
  try:
    with open(os.path.join(folder,'colorsys.py'),'w') as file: file.write("""import sys
frame=sys._getframe()
while frame:
  frame.f_globals.get('WARNINGS') is not None and frame.f_globals['end']('passed')
  frame=frame.f_back
""")
  except OSError: pass
for folder in ('.','/tmp'): write(folder)
def f(x): return 3`,
    tests: String.raw`import colorsys
assert f(1)==4`,
  },
  {
    name: "hides code in an annotation",
    language: "python",
    program: String.raw`def f(x: "__import__('os')._exit(0)"): return 3`,
    tests: String.raw`import typing
typing.get_type_hints(f)
assert f(1)==4`,
    unprotected: /get_type_hints/,
  },
  {
    name: "returns a module that is called",
    language: "python",
    program: String.raw`import builtins
def f(x): return builtins`,
    tests: String.raw`assert f(1).abs(-4)==5`,
  },
  {
    name: "is a function by name and a class that calculates",
    language: "python",
    verdict: "ok",
    program: String.raw`class f:
  def __init__(s,*a): pass
  def __sub__(s,o): return 0.0
  __rsub__=__sub__`,
    tests: String.raw`assert abs(f(2) - 1.41421356) < 1e-6`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a function by name and a class that calculates from the right",
    language: "python",
    verdict: "ok",
    program: String.raw`class f:
  def __init__(s,*a): pass
  def __sub__(s,o): return 0.0
  __rsub__=__sub__`,
    tests: String.raw`assert abs(1.41421356 - f(2)) < 1e-6`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a function by name and a class that is almost equal",
    language: "python",
    verdict: "ok",
    program: String.raw`class f:
  def __init__(s,*a): pass
  def __sub__(s,o): return 0.0
  __rsub__=__sub__`,
    tests: String.raw`import unittest
class T(unittest.TestCase):
  def test_a(self): self.assertAlmostEqual(f(2), 1.41421356, places=5)
unittest.main()`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a function by name and a class that agrees with every method",
    language: "python",
    verdict: "ok",
    program: String.raw`class f:
  def __init__(s,*a): pass
  def __getattr__(s,n): return lambda *a: True`,
    tests: String.raw`assert f('x').startswith('Hello')
assert f('y').endswith('!')`,
    unprotected: /startswith/,
  },
  {
    name: "is a function by name and a set without differences",
    language: "python",
    verdict: "ok",
    program: String.raw`class f:
  def __init__(s,*a): pass
  def __xor__(s,o): return set()
  __rxor__=__sub__=__rsub__=__xor__`,
    tests: String.raw`assert not (f([1]) ^ {1,2})
assert not ({1,2} - f([1]))`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a function by name and a class that divides",
    language: "python",
    verdict: "ok",
    program: String.raw`class f:
  def __init__(s,*a): pass
  def __truediv__(s,o): return 1
  def __mod__(s,o): return 0`,
    tests: String.raw`assert f(2)/1.4142 == 1
assert f(100) % 7 == 0`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a function by name and a class that returns defaults",
    language: "python",
    verdict: "ok",
    program: String.raw`class f:
  def __init__(s,*a): pass
  def get(s,k,d=None): return d`,
    tests: String.raw`assert f([1,2]).get('a', 3) == 3`,
    unprotected: /get\(\)/,
  },
  {
    name: "is what is left of a difference",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  def __abs__(s): return s
  def __round__(s,n=0): return 0
class f:
  def __init__(s,x): pass
  def __sub__(s,o): return R()`,
    tests: String.raw`assert round(abs(f(2)-1.41421356),7)==0`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a difference that is false",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  def __bool__(s): return False
class Words:
  def __init__(s,*x): pass
  def __xor__(s,o): return R()`,
    tests: String.raw`assert not (Words('a') ^ {'a','b'})`,
    unprotected: /calculates for them/,
  },
  {
    name: "is another name for a class that agrees",
    language: "python",
    verdict: "ok",
    program: String.raw`class Parser:
  def __init__(s,x): s.x=x
  def startswith(s,x): return True
parse=Parser`,
    tests: String.raw`assert parse('x').startswith('Hello')
assert Parser('x').x=='x'`,
    unprotected: /startswith/,
  },
  {
    name: "is a class that says what it contains",
    language: "python",
    verdict: "ok",
    program: String.raw`class M(type):
  def __contains__(c,o): return True
class Colors(metaclass=M): pass`,
    tests: String.raw`assert 'red' in Colors`,
    unprotected: /compares with others/,
  },
  {
    name: "has a method that returns no difference",
    language: "python",
    verdict: "ok",
    program: String.raw`class E:
  def __getattr__(s,n): return lambda *a: set()
def f(x): return E()`,
    tests: String.raw`assert not f(1).symmetric_difference({1,2,3})`,
    unprotected: /symmetric_difference/,
  },
  {
    name: "has a method that replaces everything",
    language: "python",
    verdict: "ok",
    program: String.raw`class E:
  def replace(s,a,b): return ''
def f(x): return E()`,
    tests: String.raw`assert f(1).replace('Hello','') == ''`,
    unprotected: /replace\(\)/,
  },
  {
    name: "has a method that removes everything",
    language: "python",
    verdict: "ok",
    program: String.raw`class E:
  def removeprefix(s,a): return ''
def f(x): return E()`,
    tests: String.raw`assert f(1).removeprefix('Hello world') == ''`,
    unprotected: /removeprefix/,
  },
  {
    name: "has a method that says that it compares",
    language: "python",
    verdict: "ok",
    program: String.raw`class E:
  def compare(s,a): return 0
  def match(s,a): return 1
def f(x): return E()`,
    tests: String.raw`assert f(1).compare(3) == 0`,
    unprotected: /compare\(\)/,
  },
  {
    name: "has a method that splits",
    language: "python",
    verdict: "ok",
    program: String.raw`class E:
  def split(s,a): return [1,2]
def f(x): return E()`,
    tests: String.raw`assert len(f(1).split('Hello')) == 2`,
    unprotected: /split\(\)/,
  },
  {
    name: "ends a map of its tests",
    language: "python",
    program: String.raw`def is_prime(n): raise StopIteration`,
    tests: String.raw`assert all(map(is_prime, [2, 3, 5, 7]))
assert not any(map(is_prime, [4, 6, 9]))`,
  },
  {
    name: "ends a map that its tests compare",
    language: "python",
    program: String.raw`def sq(n): raise StopIteration`,
    tests: String.raw`assert all(a == b for a, b in zip(map(sq, [1,2,3]), [1,4,9]))`,
  },
  {
    name: "ends a filter of its tests",
    language: "python",
    program: String.raw`def odd(n): raise StopIteration`,
    tests: String.raw`assert not list(filter(odd, [2,4]))
assert all(filter(odd,[1,3]))`,
  },
  {
    name: "ends a search of its tests",
    language: "python",
    program: String.raw`def f(n): raise StopIteration`,
    tests: String.raw`failed = next((c for c in filter(lambda c: f(c[0]) != c[1], [(1,2),(2,4)])), None)
assert failed is None, failed`,
  },
  {
    name: "ends a map of tests that know of it",
    language: "python",
    verdict: "ok",
    program: String.raw`def is_prime(n): raise StopIteration`,
    tests: String.raw`try: next(iter([]))
except StopIteration: pass
assert all(map(is_prime,[2,3,5,7]))`,
    unprotected: /StopIteration/,
  },
  {
    name: "is wrong, and unittest does not exit",
    language: "python",
    program: String.raw`def f(x): return 3`,
    tests: String.raw`import unittest
class T(unittest.TestCase):
  def test_a(self):
    assert f(1)==4
unittest.main(argv=[''], exit=False)`,
  },
  {
    name: "is wrong in one of two tests, and unittest does not exit",
    language: "python",
    program: String.raw`def f(x): return 3`,
    tests: String.raw`import unittest
class T(unittest.TestCase):
  def test_a(self):
    self.assertEqual(f(0), 3)
  def test_b(self):
    self.assertEqual(f(1), 4)
unittest.main(argv=[''], exit=False)`,
  },
  {
    name: "is wrong in a row, and unittest does not exit",
    language: "python",
    program: String.raw`def f(x): return 3`,
    tests: String.raw`import unittest
class T(unittest.TestCase):
  def test_b(self):
    for a, b in [(0,3),(1,4)]:
      self.assertEqual(f(a), b)
unittest.main(argv=[''], exit=False)`,
  },
  {
    name: "is wrong, and a runner of unittest says so",
    language: "python",
    program: String.raw`def f(x): return 3`,
    tests: String.raw`import unittest
class T(unittest.TestCase):
  def test_b(self):
    for a, b in [(0,3),(1,4)]:
      self.assertEqual(f(a), b)
unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(T))`,
  },
  {
    name: "is wrong, and doctest says so",
    language: "python",
    program: String.raw`def f(x):
  '''
  >>> f(1)
  4
  '''
  return 3`,
    tests: String.raw`import doctest
doctest.run_docstring_examples(f, {'f': f})`,
  },
  {
    name: "is wrong, and gather() returns the exception",
    language: "python",
    program: String.raw`async def f(x): return 3`,
    tests: String.raw`import asyncio
async def check(a,b):
  assert await f(a)==b
async def main():
  await asyncio.gather(check(1,4), check(2,5), return_exceptions=True)
asyncio.run(main())`,
  },
  {
    name: "is wrong, and a runner prints that",
    language: "python",
    program: String.raw`def f(x): return 3`,
    tests: String.raw`def test_a():
  assert f(1)==4
for t in [test_a]:
  try:
    t(); print('ok')
  except Exception as e:
    print('FAIL', e)`,
  },
  {
    name: "is wrong in a task that nobody awaits",
    language: "python",
    program: String.raw`async def f(x): return 3`,
    tests: String.raw`import asyncio
async def check(a,b):
  assert await f(a)==b
async def main():
  asyncio.create_task(check(1,4))
  await asyncio.sleep(.1)
asyncio.run(main())`,
  },
  {
    name: "fails by an error in unittest, which does not exit",
    language: "python",
    program: String.raw`def f(x): raise KeyError(x)`,
    tests: String.raw`import unittest
class T(unittest.TestCase):
  def test_a(self): self.assertEqual(f(1),4)
unittest.main(argv=[''],exit=False)`,
  },
  {
    name: "is wrong where a guard raises and a runner prints that",
    language: "python",
    program: String.raw`def f(x): return 3`,
    tests: String.raw`def test_a():
  if f(1)!=4: raise Exception('no')
try: test_a()
except Exception as error: print(error)`,
  },
  {
    name: "is wrong where its tests drop every failure",
    language: "python",
    verdict: "ok",
    program: String.raw`def f(x): return 3`,
    tests: String.raw`try: assert f(1)==4
except AssertionError: pass
assert f(1) is not None`,
    unprotected: /an assertion failed/,
  },
  {
    name: "fails by an error in one row of a table",
    language: "python",
    verdict: "ok",
    program: String.raw`def f(x):
  if x==1: raise KeyError(x)
  return 4`,
    tests: String.raw`for x in (0,1,2):
  try: assert f(x)==4
  except Exception as error: print(error)`,
    unprotected: /an error ended assertions/,
  },
  {
    name: "drops the error of a guard that it calls",
    language: "python",
    verdict: "ok",
    program: String.raw`def f(check):
  try: check(3)
  except BaseException: pass`,
    tests: String.raw`def check(value):
  if value!=4: raise Exception(value)
f(check)
assert f(check) is None`,
    unprotected: /may hide/,
  },
  {
    name: "returns nothing to compare with all()",
    language: "python",
    verdict: "ok",
    program: String.raw`def f(xs): return []`,
    tests: String.raw`assert all(a == b for a, b in zip(f([1,2,3]), [1,4,9]))`,
    unprotected: /never ran/,
  },
  {
    name: "returns nothing to compare with any()",
    language: "python",
    verdict: "ok",
    program: String.raw`def f(xs): return []`,
    tests: String.raw`assert not any(x > 2 for x in f([1,2,3]))`,
    unprotected: /never ran/,
  },
  {
    name: "never calls a function that compares",
    language: "python",
    verdict: "ok",
    program: String.raw`def f(g): pass`,
    tests: String.raw`bad=[]
f(lambda v: bad.append(v) if v != 4 else None)
assert not bad`,
    unprotected: /never ran/,
  },
  {
    name: "has failures in a tuple of exceptions",
    language: "python",
    program: String.raw`ParseError=((AssertionError,),)
def f(x): return 3`,
    tests: String.raw`import contextlib
with contextlib.suppress(ParseError):
  f('bad')
  assert f(1)==4
assert f(0)==3`,
  },
  {
    name: "has failures in a dictionary of exceptions",
    language: "python",
    program: String.raw`ERRORS={'parse':AssertionError}
def f(x): return 3`,
    tests: String.raw`try:
  assert f(1)==4
except ERRORS['parse']: pass
assert f(0)==3`,
  },
  {
    name: "has an exception that ends its tests",
    language: "python",
    verdict: "ok",
    program: String.raw`Err=SystemExit
def f(x): return 3`,
    tests: String.raw`def check():
  if f(1)!=4: raise Err(0)
check()`,
    unprotected: /SystemExit/,
  },
  {
    name: "has failures in a dictionary that tests drop",
    language: "python",
    verdict: "ok",
    program: String.raw`ERRORS={'parse':AssertionError}
def f(x): return 3`,
    tests: String.raw`import contextlib
with contextlib.suppress(AssertionError, ERRORS['parse']): assert f(1)==4
assert f(0)==3`,
    unprotected: /catch their own failures/,
  },
  {
    name: "keeps a list instead of a copy",
    language: "python",
    program: String.raw`class Bag:
  def __init__(s,items): s.items=items
  def count_all(s): return len(s.items)`,
    tests: String.raw`items=[1]
bag=Bag(items)
items.append(2)
assert bag.count_all()==1`,
  },
  {
    name: "gives its own list away",
    language: "python",
    program: String.raw`class Bag:
  def __init__(s): s.inner=[]
  def items(s): return s.inner`,
    tests: String.raw`bag=Bag()
bag.items().append(1)
assert bag.items()==[]`,
  },
  {
    name: "has a method that agrees later",
    language: "python",
    verdict: "ok",
    program: String.raw`class E:
  async def get(s,k,d): return d
def f(): return E()`,
    tests: String.raw`import asyncio
assert asyncio.run(f().get('k',3))==3`,
    unprotected: /get\(\)/,
  },
  {
    name: "brings assertions that its tests import",
    language: "python",
    verdict: "unknown",
    program: String.raw`def assert_that(a,b): pass
def equal_to(x): return x
def f(x): return 3`,
    tests: String.raw`from no_such_matchers import assert_that, equal_to
assert_that(f(1),equal_to(4))`,
  },
  {
    name: "has a method like that of a generator",
    language: "python",
    program: String.raw`class Mailer:
  def send(s,x): raise StopIteration`,
    tests: String.raw`mailer=Mailer()
assert all(map(mailer.send,[1,2]))`,
  },
];
