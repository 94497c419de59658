import type { TestedProgram } from "./tested-program.ts";

/** Python programs and tests as people write them every day. */
export const PYTHON_EVERYDAY: TestedProgram[] = [
  {
    name: "has classes of two bases and exceptions of its own",
    language: "python",
    program: String.raw`class Base(Exception):
  def __init__(s,text,code=0): super().__init__(text); s.code=code
class Missing(Base,KeyError):
  def __str__(s): return 'missing: '+str(s.args[0])
class Name(str):
  def upper(s): return Name('<'+str.upper(s)+'>')
def find(x): raise Missing(x,7)`,
    tests: String.raw`try: find('a'); assert False
except KeyError as error: assert str(error)=='missing: a' and error.code==7
assert Name('a').upper()=='<A>'`,
  },
  {
    name: "has functions with the names of builtins",
    language: "python",
    program: String.raw`def map(f,xs): return [f(x) for x in xs]
def filter(f,xs): return [x for x in xs if f(x)]
def reduce(f,xs,a):
  for x in xs: a=f(a,x)
  return a`,
    tests: String.raw`assert map(lambda x:x+1,[1,2])==[2,3]
assert filter(lambda x:x>1,[1,2])==[2]
assert reduce(lambda a,b:a+b,[1,2],0)==3`,
    unprotected: /replaces filter and map/,
  },
  {
    name: "has a class with the name of a builtin",
    language: "python",
    program: String.raw`class filter:
  def __init__(s,k): s.k=k
  def apply(s,xs): return [x for x in xs if x>s.k]
class Pipeline:
  def __init__(s,*f): s.f=f
  def run(s,xs):
    for f in s.f: xs=f.apply(xs)
    return xs`,
    tests: String.raw`assert Pipeline(filter(1)).run([1,2])==[2]`,
    unprotected: /replaces filter/,
  },
  {
    name: "has variables with the names of builtins",
    language: "python",
    program: String.raw`list=[3,1,2]
max=3
def largest(xs): return sorted(xs)[-1]`,
    tests: String.raw`assert largest(list('abc'))=='c'
assert largest([1,2])==max(1,2)`,
  },
  {
    name: "imports a module that its tests use",
    language: "python",
    program: String.raw`import math
def root(x): return math.sqrt(x)`,
    tests: String.raw`assert math.isclose(root(4),2)`,
  },
  {
    name: "is tested with unittest, which exits",
    language: "python",
    program: String.raw`def f(x): return 4`,
    tests: String.raw`import unittest
class T(unittest.TestCase):
  def test_f(self): self.assertEqual(f(1),4)
def main(): unittest.main()
main()`,
  },
  {
    name: "has functions of its tests fill templates and read attributes",
    language: "python",
    program: String.raw`class Point:
  def __init__(s,x): s.x=x
def show(fill,xs): return [fill('<{}>',x) for x in xs]
def pluck(get): return get(Point(3),'x')
def kind(of): return of(Point(1))`,
    tests: String.raw`assert show(lambda t,x: t.format(x),[1,'a'])==['<1>','<a>']
assert pluck(lambda o,k: getattr(o,k))==3
assert kind(lambda o: type(o).__name__)=='Point'
assert kind(lambda o: isinstance(o,Point))`,
  },
  {
    name: "has attributes that are called like those of data",
    language: "python",
    program: String.raw`class Field:
  def __init__(s): s.index=3; s.count=None; s.copy='png'
def make(): return Field()`,
    tests: String.raw`field=make()
assert field.index==3 and field.count is None and field.copy=='png'`,
  },
  {
    name: "writes and reads files that its tests opened",
    language: "python",
    program: String.raw`import csv, json, io
def dump(rows,out):
  print('a,b',file=out)
  csv.writer(out).writerows(rows)
def load(file): return list(csv.DictReader(file))
def first(file): return file.readline().strip()
def count(file):
  n=sum(1 for _ in file); file.seek(0); return n+len(file.readlines())
def size(file): return len(file.read())
def decode(file): return io.TextIOWrapper(file,encoding='utf-8').read()
def save(x,file): json.dump(x,file); file.flush(); return file.closed`,
    tests: String.raw`import io, tempfile
out=io.StringIO()
dump([[1,2]],out)
assert out.getvalue()=='a,b\n1,2\r\n'
out.seek(0)
assert load(out)==[{'a':'1','b':'2'}]
assert first(io.StringIO('abc\ndef'))=='abc'
assert count(io.StringIO('a\nb\n'))==4
assert size(io.BytesIO(b'abc'))==3
assert decode(io.BytesIO('hé'.encode()))=='hé'
with tempfile.TemporaryFile('w+') as file:
  assert save([1],file) is False
  file.seek(0)
  assert file.read()=='[1]'
  file.seek(0)
  assert first(file)=='[1]'`,
  },
  {
    name: "sends values to a generator of its tests",
    language: "python",
    program: String.raw`def run(g):
  next(g)
  out=[g.send(1),g.send(2)]
  g.close()
  return out`,
    tests: String.raw`def total():
  t=0
  while True: t+=yield t
assert run(total())==[1,3]`,
  },
  {
    name: "is handed an iterator with methods",
    language: "python",
    program: String.raw`def f(r): return [next(r),r.peek()]`,
    tests: String.raw`class R:
  def __init__(s): s.i=0
  def __iter__(s): return s
  def __next__(s): s.i+=1; return s.i
  def peek(s): return s.i+1
assert f(R())==[1,2]`,
    unprotected: /object of type R/,
  },
  {
    name: "has classes with bases of the standard library",
    language: "python",
    program: String.raw`import enum, threading
from abc import ABC, abstractmethod
from collections import OrderedDict, UserDict
from collections.abc import Mapping
from html.parser import HTMLParser
class Color(enum.Enum):
  RED=1
  BLUE=2
class Zero(dict):
  def __missing__(s,k): return 0
class Stack(list): pass
class Last(OrderedDict): pass
class Lower(UserDict): pass
class Frozen(Mapping):
  def __init__(s,d): s.d=dict(d)
  def __getitem__(s,k): return s.d[k]
  def __iter__(s): return iter(s.d)
  def __len__(s): return len(s.d)
class Shape(ABC):
  @abstractmethod
  def area(s): ...
class Square(Shape):
  def area(s): return 4
class Parser(HTMLParser): pass
class Meta(type): pass
class Made(metaclass=Meta):
  def go(s): return 1
def favourite(): return Color.RED`,
    tests: String.raw`import enum, unittest
from abc import ABC
from collections import OrderedDict, UserDict
from collections.abc import Mapping
from html.parser import HTMLParser
assert issubclass(Color, enum.Enum) and isinstance(favourite(), enum.Enum)
assert not isinstance(favourite(), (int, str, dict))
assert isinstance(Zero(), dict) and isinstance(Zero(), Mapping) and Zero()['x']==0
assert isinstance(Stack(), (list, tuple)) and not isinstance(Stack(), dict)
assert isinstance(Last(), OrderedDict) and isinstance(Lower(), UserDict)
assert isinstance(Frozen({'a':1}), Mapping) and dict(Frozen({'a':1}))=={'a':1}
assert issubclass(Shape, ABC) and isinstance(Square(), Shape) and not isinstance(3, Shape)
assert isinstance(Parser(), HTMLParser)
assert type(Made) is Meta and type(Square()) is Square
assert 'go' in dir(Made()) and 'go' in dir(Made)
class T(unittest.TestCase):
  def test(self): self.assertIsInstance(favourite(), enum.Enum)
unittest.main()`,
  },
  {
    name: "has a protocol that is checked",
    language: "python",
    program: String.raw`from typing import Protocol, runtime_checkable
@runtime_checkable
class HasX(Protocol):
  x:int
class P:
  def __init__(s): s.x=1`,
    tests: String.raw`assert isinstance(P(),HasX)
assert not isinstance(3,HasX)`,
    unprotected: /what belongs to it/,
  },
  {
    name: "has a proxy with the class of another object",
    language: "python",
    program: String.raw`class Proxy:
  def __init__(s,o): object.__setattr__(s,'_o',o)
  @property
  def __class__(s): return type(s._o)
  def __getattr__(s,n): return getattr(s._o,n)`,
    tests: String.raw`p=Proxy([1,2])
assert p.sum is None if hasattr(p,'sum') else True
assert p.count(1)==1`,
  },
  {
    name: "is loaded by importlib",
    language: "python",
    program: String.raw`def f(x): return 4`,
    tests: String.raw`import importlib
m=importlib.import_module('solution')
assert m.f(1)==4`,
  },
  {
    name: "captures what a function prints",
    language: "python",
    program: String.raw`import io,contextlib
def capture(fn):
  b=io.StringIO()
  with contextlib.redirect_stdout(b): fn()
  return b.getvalue()`,
    tests: String.raw`assert capture(lambda: print('x'))=='x\n'`,
    unprotected: /redirects what they print/,
  },
  {
    name: "adds vectors that its tests look at",
    language: "python",
    program: String.raw`class Vector:
  def __init__(s,x,y): s.x,s.y=x,y
  def __add__(s,o): return Vector(s.x+o.x,s.y+o.y)
  def __str__(s): return f'<{s.x} {s.y}>'
  def length(s): return (s.x**2+s.y**2)**.5`,
    tests: String.raw`v=Vector(1,2)+Vector(2,2)
assert (v.x,v.y)==(3,4) and str(v)=='<3 4>' and v.length()==5`,
  },
  {
    name: "has objects that change when something happens",
    language: "python",
    program: String.raw`class Counter:
  def __init__(s): s.n=0; s.items=[]; s.next=None
  def inc(s): s.n+=1; s.items.append(s.n)
  def __len__(s): return s.n
  def __getitem__(s,i): return s.items[i]
  @property
  def last(s): return s.items[-1] if s.items else None
  def __bool__(s): return s.n>0
def make(): return Counter()
total=0
def add(n):
  global total
  total+=n`,
    tests: String.raw`c=make()
assert c.n==0 and len(c)==0 and c.last is None and not c
c.inc()
assert c.n==1 and len(c)==1 and c.last==1 and c and c[0]==1
c.n=5
assert c.n==5 and len(c)==5
c.next=make()
first=c.next
c.next=make()
c.next.n=7
assert first.n==0 and c.next.n==7
assert total==0
add(2)
assert total==2
assert c.items==[1]
c.items.append(2)
assert c.items==[1,2]`,
  },
  {
    name: "calls again after an error of a function that checks",
    language: "python",
    program: String.raw`def retry(f,n):
  for i in range(n):
    try: return f()
    except ValueError:
      if i==n-1: raise
def parse(x): return int(x)`,
    tests: String.raw`calls=[]
def flaky():
  calls.append(1)
  if len(calls)<3: raise ValueError('x')
  return 'ok'
assert retry(flaky,5)=='ok'
def check(x):
  if x<0: raise ValueError(x)
  return x
assert retry(lambda: check(1),1)==1
assert parse('3')==3`,
  },
  {
    name: "has items of many kinds",
    language: "python",
    program: String.raw`class Grid:
  def __init__(s): s.d={(0,1):5,(1,0):6}; s.row=[1,2,3]
  def __getitem__(s,k): return s.row[k] if isinstance(k,slice) else s.d[k]
def make(): return Grid()`,
    tests: String.raw`g=make()
assert g[0,1]==5 and g[1,0]==6
assert g[0:2]==[1,2] and g[1:]==[2,3]
assert g.row==[1,2,3] and g.d[(0,1)]==5`,
  },
  {
    name: "has names that are those of builtins and modules elsewhere",
    language: "python",
    program: String.raw`class Token:
  def __init__(s,t): s.type=t; s.format='png'; s.modules=['a']; s.open=False
  def toggle(s): s.open=not s.open
  def reload(s): return 6
  def patch(s,p): return p
  def seed(s,x): s.x=x
  def environ(s): return 3
import random
def twice(x): return x*2
def signal(x): return x`,
    tests: String.raw`from solution import signal
import solution
t=solution.Token('NUM')
assert t.type=='NUM' and t.format=='png' and t.modules==['a']
t.toggle()
assert t.open is True and t.reload()==6 and t.patch('/a')=='/a'
t.seed(3)
assert t.x==3
for input, expected in [(1,2),(2,4)]:
  assert solution.twice(input)==expected
def check(input, want): assert solution.twice(input)==want
check(3,6)
vars=[1,2]
for v in vars: assert signal(v)==v
assert list(map(type,[twice(1) for twice in [solution.twice]]))==[int]
assert type(solution.Token) is type`,
  },
  {
    name: "asks for a line that its tests provide",
    language: "python",
    program: String.raw`def f(): return input()`,
    tests: String.raw`def input(prompt=''): return '4'
assert f()=='4'`,
    unprotected: /replace input/,
  },
  {
    name: "applies the functions that it is handed",
    language: "python",
    program: String.raw`def apply(f,x): return f(x)`,
    tests: String.raw`assert apply(type,1) is int`,
    unprotected: /hand type/,
  },
  {
    name: "has a pattern",
    language: "python",
    program: String.raw`import re
PATTERN=re.compile(r'\d+')`,
    tests: String.raw`assert PATTERN.findall('a1b22')==['1','22']
assert PATTERN.match('12').group()=='12'`,
  },
  {
    name: "is handed functions in wrappers",
    language: "python",
    program: String.raw`def apply(f,x): return f(x)
def twice(f): return lambda x: f(f(x))`,
    tests: String.raw`import functools
def logged(fn):
  @functools.wraps(fn)
  def wrapper(*args): return fn(*args)
  return wrapper
@logged
def up(x): return x+1
def loop(x): return loop(x-1) if x else 0
assert apply(up,1)==2 and apply(functools.partial(pow,2),3)==8
assert apply(functools.lru_cache(up),1)==2
assert twice(up)(1)==3 and apply(loop,3)==0`,
  },
];
