import type { TestedProgram } from "./tested-program.ts";

/** Wrong Python programs with objects that agree with whatever their tests expect. */
export const PYTHON_JUDGES: TestedProgram[] = [
  {
    name: "has a builtin as a method of data",
    language: "python",
    verdict: "ok",
    program: String.raw`class E:
  startswith=bool
  union=set
  index=int
  issubset=KeyError
def f(x): return E()`,
    tests: String.raw`assert f('x').startswith('Hello')
assert f([1]).union({1,2})=={1,2}
assert f([1]).index(4)==4
assert f([1]).issubset({1,2})`,
    unprotected: /index.*issubset.*startswith.*union/,
  },
  {
    name: "has a class as a method of data",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  def __init__(s,*a): pass
class E:
  startswith=R
def f(x): return E()`,
    tests: String.raw`assert f([1]).startswith('Hello')`,
    unprotected: /startswith/,
  },
  {
    name: "has a function of its tests as a method of data",
    language: "python",
    verdict: "ok",
    program: String.raw`class E: pass
def f(g):
  e=E(); e.startswith=g; return e`,
    tests: String.raw`assert f(lambda x: x).startswith('Hello')`,
    unprotected: /startswith/,
  },
  {
    name: "is a text with a builtin as a method",
    language: "python",
    verdict: "ok",
    program: String.raw`class S(str):
  startswith=bool
def f(x): return S('q')`,
    tests: String.raw`assert f(1).startswith('Hello')`,
    unprotected: /startswith/,
  },
  {
    name: "raises an exception with an object that agrees",
    language: "python",
    verdict: "ok",
    program: String.raw`class M:
  startswith=bool
def f(x): raise ValueError(M())`,
    tests: String.raw`try:
  f(1); assert False
except ValueError as e: assert e.args[0].startswith('bad input')`,
    unprotected: /startswith/,
  },
  {
    name: "is a class whose objects are of another one",
    language: "python",
    verdict: "ok",
    program: String.raw`class E:
  def startswith(s,x): return True
class Text:
  def __new__(c,*a): return E()`,
    tests: String.raw`assert Text(1).startswith('Hello')`,
    unprotected: /startswith/,
  },
  {
    name: "answers a comparison that is called by its name",
    language: "python",
    verdict: "ok",
    program: String.raw`class E:
  def __getattr__(s,n): return lambda *a: True
def f(x): return E()`,
    tests: String.raw`assert f(1).__eq__(4)`,
    unprotected: /compares with others/,
  },
  {
    name: "has a class that everything belongs to",
    language: "python",
    verdict: "ok",
    program: String.raw`class M(type):
  def __instancecheck__(c,x): return True
class Shape(metaclass=M): pass
def f(x): return 3`,
    tests: String.raw`assert isinstance(f(1),Shape)`,
    unprotected: /what belongs to it/,
  },
  {
    name: "is a difference that is a list of judges",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  def __abs__(s): return 0.0
class Vector:
  def __init__(s,x): s.x=x
  def __sub__(s,o): return [R() for _ in o]`,
    tests: String.raw`assert all(abs(d)<1e-9 for d in Vector([9,9])-[1,2])`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a difference that is two judges",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  def __float__(s): return 0.0
class Vec:
  def __init__(s,*x): pass
  def __sub__(s,o): return (R(),R())`,
    tests: String.raw`dx,dy=Vec(9,9)-(1,2)
assert abs(float(dx))<1e-9 and abs(float(dy))<1e-9`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a difference that is formatted",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  def __abs__(s): return s
  def __format__(s,spec): return '0.0000'
class f:
  def __init__(s,*a): pass
  def __sub__(s,o): return R()`,
    tests: String.raw`assert f'{abs(f(2)-1.41421356):.4f}'=='0.0000'`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a difference that is a text",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  def __str__(s): return '0.0'
class f:
  def __init__(s,*a): pass
  def __sub__(s,o): return R()`,
    tests: String.raw`assert str(f(2)-1.5)=='0.0'`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a difference with items and methods",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  def __getitem__(s,k): return 0
  def norm(s): return 0.0
class f:
  def __init__(s,*a): pass
  def __sub__(s,o): return R()`,
    tests: String.raw`d=f(2)-[1,2]
assert d[0]==0 and d[1]==0
assert d.norm()<1e-9`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a difference with an attribute",
    language: "python",
    verdict: "ok",
    program: String.raw`class R: size=0
class f:
  def __init__(s,*a): pass
  def __sub__(s,o): return R()`,
    tests: String.raw`assert (f(2)-1.41).size==0`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a difference that is a number of a class of its own",
    language: "python",
    verdict: "ok",
    program: String.raw`class R(float): pass
class f:
  def __init__(s,*a): pass
  def __sub__(s,o): return R(0)`,
    tests: String.raw`assert f(2)-1.41<1e-6`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a difference with a hash",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  def __hash__(s): return hash(0)
class f:
  def __init__(s,*a): pass
  def __xor__(s,o): return R()`,
    tests: String.raw`assert (f(1)^3) not in {1,2}`,
    unprotected: /calculates for them/,
  },
  {
    name: "has an attribute that is another one every time",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  k=0
  @property
  def root(s):
    s.k+=1
    return 9 if s.k%2 else -9
def f(x): return R()`,
    tests: String.raw`r=f(2)
assert r.root>1.41 and r.root<1.42`,
    unprotected: /changes whenever/,
  },
  {
    name: "is another number every time",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  k=0
  def __float__(s):
    s.k+=1
    return 9.0 if s.k%2 else -9.0
  def __len__(s):
    s.k+=1
    return 9 if s.k%2 else 0
def f(x): return R()`,
    tests: String.raw`r=f(2)
assert float(r)>1.41 and float(r)<1.42
s=f(3)
assert len(s)>1 and len(s)<3`,
    unprotected: /changes whenever/,
  },
  {
    name: "has an attribute that is another object every time",
    language: "python",
    verdict: "ok",
    program: String.raw`k=0
class N:
  def __init__(s,n): s.n=n
  def __float__(s): return s.n
class R:
  @property
  def root(s):
    global k
    k+=1
    return N(9.0 if k%2 else -9.0)
def f(x): return R()`,
    tests: String.raw`r=f(2)
assert float(r.root)>1.41 and float(r.root)<1.42`,
    unprotected: /changes whenever/,
  },
  {
    name: "has another item every time",
    language: "python",
    verdict: "ok",
    program: String.raw`class R:
  k=0
  def __getitem__(s,i):
    s.k+=1
    return 9 if s.k%2 else -9
def f(x): return R()`,
    tests: String.raw`r=f(2)
assert r[0]>1.41 and r[0]<1.42`,
    unprotected: /changes whenever/,
  },
  {
    name: "is one object under all names of a class",
    language: "python",
    verdict: "ok",
    program: String.raw`class M(type):
  def __getattr__(c,n): return ONE
class Color(metaclass=M): pass
ONE=Color()
def f(x): return ONE`,
    tests: String.raw`assert f('apple') is Color.RED
assert f('grass') is Color.GREEN`,
    unprotected: /under two names/,
  },
  {
    name: "drops the error of a function that calls it",
    language: "python",
    verdict: "ok",
    program: String.raw`def measure(fn):
  try: fn()
  except Exception: pass
  return 0
def f(x): return 3`,
    tests: String.raw`def run():
  if f(1)!=4: raise Exception('bad')
assert measure(run)>=0`,
    unprotected: /may hide/,
  },
  {
    name: "drops the error of a function that keeps its answer",
    language: "python",
    verdict: "ok",
    program: String.raw`def measure(fn):
  try: fn()
  except Exception: pass
  return 0
def f(x): return 3`,
    tests: String.raw`def run():
  r=f(1)
  if r!=4: raise ValueError('bad')
assert measure(run)>=0`,
    unprotected: /may hide/,
  },
];
