/** Names and their characters, as "alpha:α beta:β". */
const readTable = (table: string): ReadonlyMap<string, string> =>
  new Map(
    table.split(/\s+/).map((entry): [string, string] => {
      const [name = "", character = ""] = entry.split(":");
      return [name, character];
    }),
  );

/** Commands that stand for a letter. */
export const LETTERS: ReadonlyMap<string, string> = readTable(
  `alpha:α beta:β gamma:γ delta:δ epsilon:ϵ varepsilon:ε zeta:ζ eta:η theta:θ vartheta:ϑ iota:ι kappa:κ lambda:λ
   mu:μ nu:ν xi:ξ pi:π varpi:ϖ rho:ρ varrho:ϱ sigma:σ varsigma:ς tau:τ upsilon:υ phi:ϕ varphi:φ chi:χ psi:ψ omega:ω
   Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Xi:Ξ Pi:Π Sigma:Σ Upsilon:Υ Phi:Φ Psi:Ψ Omega:Ω
   infty:∞ partial:∂ nabla:∇ hbar:ℏ ell:ℓ Re:ℜ Im:ℑ aleph:ℵ emptyset:∅ varnothing:∅ imath:ı jmath:ȷ
   top:⊤ bot:⊥ square:□ Box:□ blacksquare:■ dagger:† degree:°`,
);

/** Commands that stand for an operator, a relation or an arrow. */
export const OPERATORS: ReadonlyMap<string, string> = readTable(
  `times:× cdot:⋅ div:÷ pm:± mp:∓ ast:∗ star:⋆ circ:∘ bullet:∙ oplus:⊕ otimes:⊗ odot:⊙ setminus:∖
   cup:∪ cap:∩ wedge:∧ land:∧ vee:∨ lor:∨ neg:¬ lnot:¬ forall:∀ exists:∃ nexists:∄
   le:≤ leq:≤ leqslant:≤ ge:≥ geq:≥ geqslant:≥ ne:≠ neq:≠ ll:≪ gg:≫ approx:≈ sim:∼ simeq:≃ cong:≅ equiv:≡
   propto:∝ asymp:≍ doteq:≐ prec:≺ succ:≻ in:∈ notin:∉ ni:∋ subset:⊂ subseteq:⊆ supset:⊃ supseteq:⊇
   subsetneq:⊊ perp:⊥ parallel:∥ mid:∣ nmid:∤ models:⊨ vdash:⊢
   to:→ rightarrow:→ longrightarrow:⟶ leftarrow:← gets:← longleftarrow:⟵ leftrightarrow:↔ longleftrightarrow:⟷
   Rightarrow:⇒ Longrightarrow:⟹ implies:⟹ Leftarrow:⇐ impliedby:⟸ Leftrightarrow:⇔ iff:⟺ mapsto:↦ longmapsto:⟼
   uparrow:↑ downarrow:↓ hookrightarrow:↪ rightharpoonup:⇀ leadsto:⇝
   ldots:… dots:… dotsc:… cdots:⋯ dotsb:⋯ vdots:⋮ ddots:⋱ colon:: lt:< gt:> prime:′ angle:∠ triangle:△
   therefore:∴ because:∵ checkmark:✓ backslash:\\ vert:| lvert:| rvert:| Vert:‖ lVert:‖ rVert:‖ coloneqq:≔
   langle:⟨ rangle:⟩ lfloor:⌊ rfloor:⌋ lceil:⌈ rceil:⌉ lbrace:{ rbrace:} lbrack:[ rbrack:]`,
);

/** Signs whose bounds stand above and below them, where there is room. */
export const LARGE: ReadonlyMap<string, string> = readTable(
  `sum:∑ prod:∏ coprod:∐ bigcup:⋃ bigcap:⋂ bigvee:⋁ bigwedge:⋀ bigoplus:⨁ bigotimes:⨂`,
);

/** Signs whose bounds stand next to them. */
export const INTEGRALS: ReadonlyMap<string, string> = readTable("int:∫ iint:∬ iiint:∭ oint:∮");

/** Functions that are written as they are called. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  `arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh tan tanh`.split(
    " ",
  ),
);

/** Those whose bounds stand below them. */
export const LIMITS: ReadonlyMap<string, string> = new Map(
  `argmax argmin det gcd inf lim liminf limsup max min Pr sup`
    .split(" ")
    .map((name) => [name, name.replace(/^(arg|lim)(?=.)/, "$1 ")]),
);

/** Marks above a letter or an expression. */
export const ACCENTS: ReadonlyMap<string, string> = readTable(
  `hat:^ widehat:^ bar:‾ overline:‾ vec:→ overrightarrow:→ dot:˙ ddot:¨ tilde:~ widetilde:~ check:ˇ breve:˘ acute:´ grave:\u0060
   overbrace:⏞`,
);

/** Marks below. */
export const UNDER: ReadonlyMap<string, string> = readTable("underline:_ underbrace:⏟");

/** Spaces, in em. */
export const SPACES: ReadonlyMap<string, number> = new Map([
  [",", 0.17],
  [":", 0.22],
  [";", 0.28],
  [" ", 0.25],
  ["!", 0],
  ["quad", 1],
  ["qquad", 2],
  ["thinspace", 0.17],
  ["enspace", 0.5],
]);

/** Commands that change how something looks and say nothing by themselves. */
export const SILENT: ReadonlySet<string> = new Set(
  "displaystyle textstyle scriptstyle limits nolimits big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm nonumber notag".split(
    " ",
  ),
);

/** The first letters of an alphabet for capital letters, small letters and digits, and letters that stand elsewhere. */
interface Alphabet {
  capital: number;
  small: number;
  digit?: number;
  others?: ReadonlyMap<string, string>;
}

const ALPHABETS: Readonly<Record<string, Alphabet>> = {
  mathbf: { capital: 0x1d400, small: 0x1d41a, digit: 0x1d7ce },
  boldsymbol: { capital: 0x1d468, small: 0x1d482, digit: 0x1d7ce },
  mathbb: {
    capital: 0x1d538,
    small: 0x1d552,
    digit: 0x1d7d8,
    others: readTable("C:ℂ H:ℍ N:ℕ P:ℙ Q:ℚ R:ℝ Z:ℤ"),
  },
  mathcal: {
    capital: 0x1d49c,
    small: 0x1d4b6,
    others: readTable("B:ℬ E:ℰ F:ℱ H:ℋ I:ℐ L:ℒ M:ℳ R:ℛ e:ℯ g:ℊ o:ℴ"),
  },
  mathfrak: {
    capital: 0x1d504,
    small: 0x1d51e,
    others: readTable("C:ℭ H:ℌ I:ℑ R:ℜ Z:ℨ"),
  },
};

/** Letters in another alphabet; `null`: there is no such alphabet. */
export function writeIn(name: string, text: string): string | null {
  const alphabet = Object.hasOwn(ALPHABETS, name) ? ALPHABETS[name] : undefined;
  if (!alphabet) return null;
  const { capital, small, digit, others } = alphabet;
  const shift = (character: string, from: string, to: number): string =>
    String.fromCodePoint(character.charCodeAt(0) - from.charCodeAt(0) + to);
  return [...text]
    .map((character) => {
      const other = others?.get(character);
      if (other !== undefined) return other;
      if (/[A-Z]/.test(character)) return shift(character, "A", capital);
      if (/[a-z]/.test(character)) return shift(character, "a", small);
      return digit !== undefined && /\d/.test(character) ? shift(character, "0", digit) : character;
    })
    .join("");
}
