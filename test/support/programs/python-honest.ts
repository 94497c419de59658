import { PYTHON_EVERYDAY } from "./python-everyday.ts";
import { PYTHON_HABITS } from "./python-habits.ts";
import type { TestedProgram } from "./tested-program.ts";

/** Python programs that do what their tests ask for. */
export const PYTHON_HONEST: TestedProgram[] = [
  {
    name: "a function",
    language: "python",
    program: String.raw`def median(v):
  v=sorted(v); n=len(v); return v[n//2] if n%2 else (v[n//2-1]+v[n//2])/2`,
    tests: String.raw`assert median([3,1,2]) == 2
assert median([1,2,3,4]) == 2.5`,
  },
  {
    name: "a class with an exception",
    language: "python",
    program: String.raw`class Stack:
  def __init__(self): self.items=[]
  def push(self,x): self.items.append(x)
  def pop(self):
    if not self.items: raise IndexError('empty')
    return self.items.pop()
  def __len__(self): return len(self.items)`,
    tests: String.raw`s=Stack(); s.push(1); s.push(2)
assert len(s)==2
assert s.pop()==2
assert s.pop()==1
try:
  s.pop(); assert False
except IndexError as e:
  assert str(e)=='empty'
assert isinstance(s, Stack)`,
  },
  {
    name: "a generator",
    language: "python",
    program: String.raw`def gen(n):
  for i in range(n): yield i*i`,
    tests: String.raw`assert list(gen(4)) == [0,1,4,9]
g=gen(2)
assert next(g)==0
assert next(g)==1
try:
  next(g); assert False
except StopIteration: pass`,
  },
  {
    name: "calls functions of the tests",
    language: "python",
    program: String.raw`def apply(f, xs): return [f(x) for x in xs]`,
    tests: String.raw`assert apply(lambda x: x+1, [1,2]) == [2,3]
assert apply(str, [1]) == ['1']
assert apply(abs, [-1]) == [1]`,
  },
  {
    name: "sorts in place",
    language: "python",
    program: String.raw`def sort_it(v): v.sort()`,
    tests: String.raw`x=[3,1,2]; sort_it(x); assert x==[1,2,3]`,
  },
  {
    name: "returns what it was given",
    language: "python",
    program: String.raw`def same(v):
  v.append(1); return v`,
    tests: String.raw`x=[]; assert same(x) is x; assert x==[1]`,
  },
  {
    name: "raises an exception of its own",
    language: "python",
    program: String.raw`class MyError(ValueError):
  def __init__(self, code): super().__init__('bad %d' % code); self.code=code
def f(): raise MyError(7)`,
    tests: String.raw`try:
  f(); assert False
except MyError as e:
  assert e.code==7 and str(e)=='bad 7'
  assert isinstance(e, ValueError)`,
  },
  {
    name: "a decorator",
    language: "python",
    program: String.raw`import functools
def memo(f):
  c={}
  @functools.wraps(f)
  def g(x):
    if x not in c: c[x]=f(x)
    return c[x]
  return g`,
    tests: String.raw`calls=[]
@memo
def sq(x):
  calls.append(x); return x*x
assert sq(3)==9 and sq(3)==9
assert calls==[3]`,
  },
  {
    name: "a data class with operators",
    language: "python",
    program: String.raw`from dataclasses import dataclass
@dataclass
class P:
  x:int
  y:int
  def __add__(self,o): return P(self.x+o.x,self.y+o.y)
  def __mul__(self,k): return P(self.x*k,self.y*k)`,
    tests: String.raw`assert P(1,2)+P(3,4)==P(4,6)
assert P(1,2)*3==P(3,6)
assert repr(P(1,2))=='P(x=1, y=2)'
assert P(1,2).x==1
p=P(1,2); p.x=9; assert p.x==9`,
    unprotected: /compares with others/,
  },
  {
    name: "a named tuple",
    language: "python",
    program: String.raw`from collections import namedtuple
Pt=namedtuple('Pt','x y')
def f(): return Pt(1,2)`,
    tests: String.raw`assert f()==(1,2)
assert f().x==1
a,b=f(); assert b==2
assert f()[1]==2`,
  },
  {
    name: "an enumeration",
    language: "python",
    program: String.raw`from enum import Enum
class C(Enum):
  RED=1
  BLUE=2
def f(): return C.RED`,
    tests: String.raw`assert f() is C.RED
assert f()==C.RED
assert C.RED.value==1
assert C['BLUE'].value==2
assert len(list(C))==2`,
    unprotected: /compares with others/,
  },
  {
    name: "coroutines",
    language: "python",
    program: String.raw`import asyncio
async def slow(x):
  await asyncio.sleep(0.01); return x*2
async def boom(): raise ValueError('b')`,
    tests: String.raw`import asyncio
assert asyncio.run(slow(2))==4
async def main():
  assert await asyncio.gather(slow(1),slow(2))==[2,4]
  try:
    await boom(); assert False
  except ValueError: pass
asyncio.run(main())`,
  },
  {
    name: "two coroutines that wait for each other",
    language: "python",
    program: String.raw`import asyncio
async def producer(q):
  for i in range(3): await q.put(i)
async def consumer(q):
  return [await q.get() for _ in range(3)]
def make(): return asyncio.Queue(1)`,
    tests: String.raw`import asyncio
async def main():
  q=make()
  r=await asyncio.gather(producer(q),consumer(q))
  assert r[1]==[0,1,2], r
asyncio.run(main())`,
  },
  {
    name: "reads and prints",
    language: "python",
    program: String.raw`def main():
  n=int(input()); print('hello', n*2)`,
    tests: String.raw`import io, sys, contextlib
sys.stdin=io.StringIO('21\n')
out=io.StringIO()
with contextlib.redirect_stdout(out): main()
assert out.getvalue()=='hello 42\n', out.getvalue()`,
  },
  {
    name: "a context manager",
    language: "python",
    program: String.raw`class T:
  def __enter__(self): self.on=True; return self
  def __exit__(self,*a): self.on=False; return False`,
    tests: String.raw`with T() as t: assert t.on
assert not t.on`,
  },
  {
    name: "large numbers",
    language: "python",
    program: String.raw`def fact(n):
  r=1
  for i in range(2,n+1): r*=i
  return r`,
    tests: String.raw`import math
assert fact(2000)==math.factorial(2000)`,
  },
  {
    name: "fractions, decimals and dates",
    language: "python",
    program: String.raw`from fractions import Fraction
from decimal import Decimal
import datetime
def f(): return Fraction(1,3)
def d(): return Decimal('1.10')
def t(): return datetime.date(2020,1,2)`,
    tests: String.raw`from fractions import Fraction
from decimal import Decimal
import datetime
assert f()==Fraction(1,3)
assert d()==Decimal('1.1')
assert t()==datetime.date(2020,1,2)`,
  },
  {
    name: "tested with unittest",
    language: "python",
    program: String.raw`def add(a,b): return a+b`,
    tests: String.raw`import unittest
class T(unittest.TestCase):
  def test_a(self): self.assertEqual(add(1,2),3)
unittest.main()`,
  },
  {
    name: "tested through a function",
    language: "python",
    program: String.raw`def add(a,b): return a+b`,
    tests: String.raw`def check(candidate):
  assert candidate(1,2)==3
check(add)`,
  },
  {
    name: "is called like a builtin",
    language: "python",
    program: String.raw`def sum(a,b): return a+b`,
    tests: String.raw`assert sum(1,2)==3`,
  },
  {
    name: "guards its main part",
    language: "python",
    program: String.raw`import sys
def main(): return 0
def add(a,b): return a+b
if __name__=='__main__':
  sys.exit(main())`,
    tests: String.raw`assert add(1,2)==3`,
  },
  {
    name: "goes on without end",
    language: "python",
    program: String.raw`def fib():
  a,b=0,1
  while True:
    yield a
    a,b=b,a+b`,
    tests: String.raw`import itertools
assert list(itertools.islice(fib(),6))==[0,1,1,2,3,5]`,
  },
  {
    name: "changes a global variable",
    language: "python",
    program: String.raw`counter=0
def inc():
  global counter
  counter+=1`,
    tests: String.raw`inc(); inc()
assert counter==2`,
  },
  {
    name: "returns views and dictionaries with defaults",
    language: "python",
    program: String.raw`def keys(d): return d.keys()
def group(w):
  from collections import defaultdict
  r=defaultdict(list)
  for x in w: r[len(x)].append(x)
  return r`,
    tests: String.raw`assert keys({'a':1})=={'a'}
assert group(['a','bb','c'])=={1:['a','c'],2:['bb']}`,
  },
  {
    name: "returns a function",
    language: "python",
    program: String.raw`def compose(*fs):
  def g(x):
    for f in reversed(fs): x=f(x)
    return x
  return g`,
    tests: String.raw`assert compose(lambda x:x+1, lambda x:x*2)(3)==7`,
  },
  {
    name: "calls again after an error",
    language: "python",
    program: String.raw`def retry(f,n):
  for i in range(n):
    try: return f()
    except ValueError:
      if i==n-1: raise`,
    tests: String.raw`c=[0]
def flaky():
  c[0]+=1
  if c[0]<3: raise ValueError('x')
  return 'ok'
assert retry(flaky,5)=='ok'
class Boom(ValueError): pass
def bad(): raise Boom('b')
try:
  retry(bad,2); assert False
except Boom: pass`,
  },
  {
    name: "divides",
    language: "python",
    program: String.raw`def div(a,b): return a/b`,
    tests: String.raw`try:
  div(1,0)
except ZeroDivisionError: pass
else: raise AssertionError
import math
assert math.isclose(div(1,3),0.3333333333333333)
assert abs(div(1,3)-0.33333)<1e-3`,
  },
  {
    name: "links nodes",
    language: "python",
    program: String.raw`class Node:
  def __init__(s,v,n=None): s.v=v; s.next=n
def rev(h):
  p=None
  while h: h.next,p,h=p,h,h.next
  return p`,
    tests: String.raw`n=rev(Node(1,Node(2,Node(3))))
assert [n.v,n.next.v,n.next.next.v]==[3,2,1]
assert n.next.next.next is None`,
  },
  {
    name: "writes a file",
    language: "python",
    program: String.raw`def write(path): open(path,'w').write('hi')`,
    tests: String.raw`import tempfile, os
p=os.path.join(tempfile.mkdtemp(),'x'); write(p)
assert open(p).read()=='hi'`,
  },
  {
    name: "a class that is a list",
    language: "python",
    program: String.raw`class Stack(list):
  def push(self,x): self.append(x)
  def peek(self): return self[-1]`,
    tests: String.raw`s=Stack(); s.push(1); s.push(2)
assert s.peek()==2
assert s.pop()==2
assert len(s)==1
assert s==[1]
assert list(s)==[1]
s.append(5); assert s[1]==5
assert 5 in s`,
  },
  {
    name: "a class that is a dictionary",
    language: "python",
    program: String.raw`class D(dict):
  def __getattr__(self,k): return self[k]
def mk(): return D(a=1)`,
    tests: String.raw`assert mk().a==1
assert mk()=={'a':1}
assert mk()['a']==1
assert 'a' in mk()`,
  },
  {
    name: "looks at the parameters of a function",
    language: "python",
    program: String.raw`import inspect
def curry(f):
  n=len(inspect.signature(f).parameters)
  def g(*a): return f(*a) if len(a)>=n else (lambda *b: g(*a,*b))
  return g`,
    tests: String.raw`assert curry(lambda a,b: a*b)(2)(3)==6`,
  },
  {
    name: "passes keywords",
    language: "python",
    program: String.raw`def call(f): return f(1, c=5)`,
    tests: String.raw`def k(a,b=2,*,c=3): return (a,b,c)
assert call(k)==(1,2,5)`,
  },
  {
    name: "a typed tuple and numbered names",
    language: "python",
    program: String.raw`from typing import NamedTuple
from enum import IntEnum
class N(NamedTuple):
  a:int
class L(IntEnum):
  LOW=1
  HIGH=2
def lv(): return L.HIGH`,
    tests: String.raw`assert N(1)==(1,)
assert N(1).a==1
assert lv()==2
assert lv()>L.LOW
assert L(1) is L.LOW`,
  },
  {
    name: "a vector with every operator",
    language: "python",
    program: String.raw`class V:
  def __init__(s,*c): s.c=c
  def __eq__(s,o): return isinstance(o,V) and s.c==o.c
  def __add__(s,o): return V(*[a+b for a,b in zip(s.c,o.c)])
  def __rmul__(s,k): return V(*[k*x for x in s.c])
  def __abs__(s): return sum(x*x for x in s.c)**.5
  def __iter__(s): return iter(s.c)
  def __getitem__(s,i): return s.c[i]
  def __hash__(s): return hash(s.c)`,
    tests: String.raw`assert V(1,2)+V(3,4)==V(4,6)
assert 2*V(1,2)==V(2,4)
assert abs(V(3,4))==5
assert list(V(1,2))==[1,2]
assert V(1,2)[1]==2
assert len({V(1),V(1)})==1
assert V(1)!=V(2)
a,b=V(1,2)
assert V(1) in [V(2),V(1)]`,
    unprotected: /compares with others/,
  },
  {
    name: "class methods and properties",
    language: "python",
    program: String.raw`class Acc:
  total=0
  @classmethod
  def make(cls): cls.total+=1; return cls()
  @staticmethod
  def twice(x): return 2*x
  @property
  def p(self): return 'p'`,
    tests: String.raw`a=Acc.make(); assert Acc.total==1; assert Acc.twice(2)==4; assert a.p=='p'; assert type(a) is Acc; assert type(a).__name__=='Acc'; assert callable(Acc.twice)`,
  },
  {
    name: "asynchronous generators and contexts",
    language: "python",
    program: String.raw`async def agen(n):
  for i in range(n): yield i
class A:
  async def __aenter__(self): return 5
  async def __aexit__(self,*a): return False`,
    tests: String.raw`import asyncio
async def m():
  assert [x async for x in agen(3)]==[0,1,2]
  async with A() as v: assert v==5
asyncio.run(m())`,
  },
  {
    name: "classes that are data, compared with each other",
    language: "python",
    program: String.raw`class S(list): pass
class D(dict):
  def __missing__(s,k): return 0
class T(str): pass`,
    tests: String.raw`a=S([1]); b=S([1]); c=S([2])
assert a==b and a!=c and a<c and [1]==a and not a==[2]
a+=[3]
assert isinstance(a,S) and a==[1,3]
assert D(a=1)=={'a':1} and D(a=1)['z']==0 and 'b' not in D(a=1)
assert T('x')=='x' and {T('k'):1}['k']==1`,
  },
  {
    name: "calls a function with assertions",
    language: "python",
    program: String.raw`def each(items,visit):
  for item in items: visit(item)`,
    tests: String.raw`seen=[]
def visit(v):
  assert v in (1,2)
  seen.append(v)
each([1,2],visit)
each([1],lambda v: visit(v))
assert seen==[1,2,1]`,
  },
  {
    name: "raises what its tests expect",
    language: "python",
    program: String.raw`def f(x):
  raise ValueError('no')`,
    tests: String.raw`def left_over(v): assert v
try:
  f(1)
  assert False
except ValueError as error:
  assert str(error)=='no'
try: f(1)
except ValueError: pass
else: raise AssertionError('must raise')`,
  },
  ...PYTHON_HABITS,
  ...PYTHON_EVERYDAY,
];
