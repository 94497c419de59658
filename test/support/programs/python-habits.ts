import type { TestedProgram } from "./tested-program.ts";

/** What tests of honest Python programs do besides calling them. */
export const PYTHON_HABITS: TestedProgram[] = [
  {
    name: "has a list that its tests append to",
    language: "python",
    program: String.raw`class T:
  def __init__(s): s.items=[]`,
    tests: String.raw`t=T(); t.items.append(1); assert t.items==[1]`,
  },
  {
    name: "has a dictionary that its tests fill",
    language: "python",
    program: String.raw`cache={}
def size(): return len(cache)`,
    tests: String.raw`cache['a']=1
assert size()==1`,
  },
  {
    name: "has a log that its tests clear",
    language: "python",
    program: String.raw`log=[]
def f(x): log.append(x)`,
    tests: String.raw`f(1); f(2)
assert log==[1,2]
log.clear()
f(3)
assert log==[3]`,
  },
  {
    name: "has a dictionary of lists",
    language: "python",
    program: String.raw`class G:
  def __init__(s): s.adj={}
  def deg(s,n): return len(s.adj[n])`,
    tests: String.raw`g=G(); g.adj['a']=['b']; assert g.deg('a')==1`,
  },
  {
    name: "has a list of lists",
    language: "python",
    program: String.raw`class B:
  def __init__(s): s.cells=[[0]*2 for _ in range(2)]
  def total(s): return sum(map(sum,s.cells))`,
    tests: String.raw`b=B(); b.cells[0][1]=5; assert b.total()==5`,
  },
  {
    name: "is copied deeply",
    language: "python",
    program: String.raw`class Tree:
  def __init__(s,v): s.v=v; s.kids=[]`,
    tests: String.raw`import copy
t=Tree(1); u=copy.deepcopy(t); u.kids.append(1)
assert t.kids==[] and u.kids==[1]`,
  },
  {
    name: "keeps a list that its tests change later",
    language: "python",
    program: String.raw`class Bag:
  def __init__(s,items): s.items=items
  def total(s): return sum(s.items)
  def add(s,x): s.items.append(x)`,
    tests: String.raw`items=[1]
bag=Bag(items)
items.append(2)
assert bag.total()==3
bag.add(3)
assert items==[1,2,3]
assert bag.items is items`,
  },
  {
    name: "returns a list that changes later",
    language: "python",
    program: String.raw`class Log:
  def __init__(s): s.lines=[]
  def add(s,x): s.lines.append(x)
  def clear(s): s.lines.clear()`,
    tests: String.raw`log=Log()
lines=log.lines
log.add('a')
assert lines==['a'] and lines is log.lines
log.clear()
assert not lines`,
  },
  {
    name: "changes what a function of the tests keeps",
    language: "python",
    program: String.raw`def fill(keep):
  row=[]
  keep(row)
  row.append(1)
  keep(row)`,
    tests: String.raw`rows=[]
fill(rows.append)
assert rows==[[1],[1]] and rows[0] is rows[1]`,
  },
  {
    name: "is imported as solution",
    language: "python",
    program: String.raw`def add(a,b): return a+b`,
    tests: String.raw`from solution import add
assert add(1,2)==3`,
  },
  {
    name: "is imported as answer",
    language: "python",
    program: String.raw`def add(a,b): return a+b`,
    tests: String.raw`from answer import add
assert add(1,2)==3`,
  },
  {
    name: "is imported as a module",
    language: "python",
    program: String.raw`total=0
def add(n):
  global total
  total+=n`,
    tests: String.raw`import solution as s
s.add(2)
assert s.total==2`,
  },
  {
    name: "is imported by a name of its own",
    language: "python",
    program: String.raw`def slug(x): return x.lower()`,
    tests: String.raw`from slugify_text import slug
assert slug('A')=='a'`,
  },
  {
    name: "has test functions that nobody calls",
    language: "python",
    program: String.raw`def add(a,b): return a+b`,
    tests: String.raw`def test_add():
    assert add(1,2)==3`,
  },
  {
    name: "has asynchronous test functions that nobody calls",
    language: "python",
    program: String.raw`async def f(x): return x+1`,
    tests: String.raw`async def test_f():
  assert await f(1)==2`,
  },
  {
    name: "has a documentation",
    language: "python",
    program: String.raw`def sq(x):
    '''
    >>> sq(3)
    9
    '''
    return x*x`,
    tests: String.raw`assert sq.__doc__ and '>>> sq(3)' in sq.__doc__
assert sq(3)==9`,
  },
  {
    name: "has attributes in a dictionary",
    language: "python",
    program: String.raw`class C:
  def __init__(s): s.a=1`,
    tests: String.raw`c=C()
assert c.__dict__=={'a':1}
assert hasattr(c,'a') and not hasattr(c,'b')`,
  },
  {
    name: "chains exceptions",
    language: "python",
    program: String.raw`def load(s):
    try: return int(s)
    except ValueError as e: raise RuntimeError('bad config') from e`,
    tests: String.raw`try:
    load('x'); assert False
except RuntimeError as e:
    assert isinstance(e.__cause__, ValueError)`,
  },
  {
    name: "is a text with a method of its own",
    language: "python",
    program: String.raw`class Title(str):
    def lower(self): return 'x'+str.lower(self)`,
    tests: String.raw`assert Title('A').lower()=='xa'`,
  },
  {
    name: "is a dictionary that is written as JSON",
    language: "python",
    program: String.raw`class D(dict): pass
def f(): return D(a=1)`,
    tests: String.raw`import json
assert json.dumps(f())=='{"a": 1}'`,
  },
  {
    name: "raises exceptions of the standard library",
    language: "python",
    program: String.raw`import json
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
  x:int
def parse(text): return json.loads(text)`,
    tests: String.raw`import json, dataclasses
try:
  parse('{'); assert False
except json.JSONDecodeError as error: assert error.pos==1 and isinstance(error,ValueError)
p=P(1)
try:
  p.x=2; assert False
except dataclasses.FrozenInstanceError: pass
assert p.x==1`,
  },
  {
    name: "raises StopIteration where its tests expect it",
    language: "python",
    program: String.raw`class Numbers:
  def __init__(s): s.left=[1]
  def take(s):
    if not s.left: raise StopIteration
    return s.left.pop()`,
    tests: String.raw`numbers=Numbers()
assert numbers.take()==1
try:
  numbers.take(); assert False
except StopIteration: pass`,
    unprotected: /StopIteration/,
  },
  {
    name: "is a generator that is sent values",
    language: "python",
    program: String.raw`def avg():
    t=n=0; a=None
    while True:
        x=yield a
        t+=x; n+=1; a=t/n`,
    tests: String.raw`g=avg(); next(g)
assert g.send(10)==10
assert g.send(20)==15
g.close()`,
  },
  {
    name: "is called again while its tests fail",
    language: "python",
    program: String.raw`calls=0
def ready():
  global calls
  calls+=1
  return calls>2`,
    tests: String.raw`for _ in range(5):
  try:
    assert ready()
    break
  except AssertionError: pass
else: raise AssertionError('never ready')`,
    unprotected: /an assertion failed/,
  },
  {
    name: "calls again after any error",
    language: "python",
    program: String.raw`def retry(f,n):
  for i in range(n):
    try: return f()
    except Exception:
      if i==n-1: raise`,
    tests: String.raw`calls=[0]
def flaky():
  calls[0]+=1
  if calls[0]<3: raise Exception('x')
  return 'ok'
assert retry(flaky,5)=='ok'`,
  },
  {
    name: "multiplies to a vector",
    language: "python",
    program: String.raw`class Vector:
  def __init__(s,x,y): s.x,s.y=x,y
  def __mul__(s,k): return Vector(s.x*k,s.y*k)
  def __repr__(s): return f'Vector({s.x}, {s.y})'`,
    tests: String.raw`v=Vector(1,2)*3
assert (v.x,v.y)==(3,6)
assert repr(v*2)=='Vector(6, 12)'`,
  },
  {
    name: "multiplies vectors to a number",
    language: "python",
    program: String.raw`class Vector:
    def __init__(s,x,y): s.x,s.y=x,y
    def __mul__(s,o): return s.x*o.x+s.y*o.y if isinstance(o,Vector) else Vector(s.x*o,s.y*o)
    def __repr__(s): return f'Vector({s.x}, {s.y})'`,
    tests: String.raw`assert Vector(1,2)*Vector(3,4)==11
assert repr(Vector(1,2)*3)=='Vector(3, 6)'`,
    unprotected: /calculates for them/,
  },
  {
    name: "is a number with a method",
    language: "python",
    program: String.raw`class Celsius(float):
    def to_f(self): return self*9/5+32`,
    tests: String.raw`assert Celsius(100).to_f()==212
assert Celsius(1)-1==0`,
  },
  {
    name: "is a class with methods of data",
    language: "python",
    program: String.raw`class Trie:
    def __init__(self): self.w=set()
    def insert(self,x): self.w.add(x)
    def search(self,x): return x in self.w
    def startswith(self,p): return any(y.startswith(p) for y in self.w)`,
    tests: String.raw`t=Trie(); t.insert('apple')
assert t.search('apple')
assert not t.search('app')
assert t.startswith('app')`,
  },
  {
    name: "makes an object with methods of data",
    language: "python",
    program: String.raw`class Stack:
  def __init__(s): s.items=[]
  def push(s,x): s.items.append(x)
  def pop(s,at=-1): return s.items.pop(at)
def make(): return Stack()`,
    tests: String.raw`s=make()
s.push(1); s.push(2)
assert s.pop()==2
assert s.pop(0)==1`,
    unprotected: /pop\(\)/,
  },
  {
    name: "is tested with unittest in many ways",
    language: "python",
    program: String.raw`def f(x):
    if x<0: raise ValueError('neg')
    return x**.5`,
    tests: String.raw`import unittest
class TestF(unittest.TestCase):
    def setUp(self): self.x=2
    def test_ok(self): self.assertAlmostEqual(f(self.x),1.41421356)
    def test_bad(self):
        with self.assertRaises(ValueError): f(-1)
    def test_regex(self):
        with self.assertRaisesRegex(ValueError,'neg'): f(-1)
    def test_sub(self):
        for a,b in [(4,2),(9,3)]:
            with self.subTest(a=a): self.assertEqual(f(a),b)
if __name__=='__main__': unittest.main()`,
  },
  {
    name: "is looked at by its type",
    language: "python",
    program: String.raw`def g(n):
  yield n`,
    tests: String.raw`import types
assert isinstance(g(1), types.GeneratorType)`,
    unprotected: /types of the interpreter/,
  },
  {
    name: "is a data class that is looked at",
    language: "python",
    program: String.raw`from dataclasses import dataclass
@dataclass(frozen=True)
class P:
  x:int
  y:int=0`,
    tests: String.raw`import dataclasses
p=P(1)
assert dataclasses.asdict(p)=={'x':1,'y':0}
try:
  p.x=2; assert False
except dataclasses.FrozenInstanceError: pass`,
    unprotected: /fields of a data class/,
  },
  {
    name: "writes a log that unittest looks at",
    language: "python",
    program: String.raw`import logging
def f(): logging.getLogger('x').warning('hi')`,
    tests: String.raw`import unittest
class T(unittest.TestCase):
  def test(self):
    with self.assertLogs('x') as cm: f()
    self.assertEqual(cm.records[0].getMessage(),'hi')
unittest.main()`,
    unprotected: /assertLogs/,
  },
  {
    name: "warns",
    language: "python",
    program: String.raw`import warnings
def f(): warnings.warn('old', DeprecationWarning); return 1`,
    tests: String.raw`import warnings
with warnings.catch_warnings(record=True) as w:
  warnings.simplefilter('always')
  assert f()==1
  assert len(w)==1`,
    unprotected: /catch_warnings/,
  },
  {
    name: "is asked until nothing fails",
    language: "python",
    program: String.raw`def eventually(check):
  for _ in range(9):
    try: return check()
    except AssertionError: pass`,
    tests: String.raw`count=[0]
def check():
  count[0]+=1
  assert count[0]>2
eventually(check)
assert count==[3]`,
    unprotected: /may hide/,
  },
  {
    name: "has a method that is called like a failure",
    language: "python",
    program: String.raw`class Breaker:
  def __init__(s): s.count=0
  def fail(s): s.count+=1
  def is_on(s): return s.count<2`,
    tests: String.raw`b=Breaker()
b.fail()
assert b.is_on()
b.fail()
assert not b.is_on()`,
  },
  {
    name: "is called by functions that call each other",
    language: "python",
    program: String.raw`class App:
  def __init__(s): s.steps=[]
  def use(s,f): s.steps.append(f)
  def run(s,x,i=0):
    return x if i==len(s.steps) else s.steps[i](x,lambda y: s.run(y,i+1))`,
    tests: String.raw`app=App()
app.use(lambda x,go: go(x+1)*2)
app.use(lambda x,go: go(x*10))
assert app.run(1)==40`,
  },
  {
    name: "calls what a function returns",
    language: "python",
    program: String.raw`def lift(f,a,b): return f(a)(b)`,
    tests: String.raw`assert lift(lambda a: lambda b: a+b,1,2)==3`,
    unprotected: /hands an object of type function/,
  },
  {
    name: "is imported and has the name of a builtin",
    language: "python",
    program: String.raw`def sum(a,b): return a+b
def half(x): return x/2`,
    tests: String.raw`import solution
assert solution.sum(1,2)==3 and solution.half(4)==2
assert sum([1,2])==3`,
  },
  {
    name: "is tested with random data that are the same every time",
    language: "python",
    program: String.raw`def my_sort(v): return sorted(v)`,
    tests: String.raw`import random
random.seed(0)
v=[random.random() for _ in range(20)]
assert my_sort(v)==sorted(v)`,
  },
];
