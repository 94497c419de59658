// Makes arithmetic problems and their worked answers, as token rows: two million a second and core.
//
// An answer works products out from left to right, then sums from left to right, and ends in the
// result: 12+15*21 gives "15*21=315;12+315=327#327\n".

#include <stdint.h>
#include <string.h>

enum { QUESTION_WIDTH = 24, ANSWER_WIDTH = 96, LARGEST_RESULT = 999999, MOST_NUMBERS = 6 };

// Families of problems. The first two have the form of Du et al. 2023: a+b*c+d-e*f.
enum Family { DU_29, DU_99, GENERIC, TRIPLE };

// What `level` means: GENERIC: how many numbers. TRIPLE: digits of the triple product, or
// TWO_TRIPLES: both products of three have six digits. ANY_LEVEL: drawn.
enum { ANY_LEVEL = -1, TWO_TRIPLES = 66 };

typedef struct {
  int64_t numbers[MOST_NUMBERS];
  char operators[MOST_NUMBERS];
  int count;
} Problem;

// --- randomness: splitmix64 ---------------------------------------------------------------------

typedef struct { uint64_t state; } Random;

static uint64_t next_bits(Random *random) {
  uint64_t z = (random->state += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

static int between(Random *random, int low, int high) {
  return low + (int)(next_bits(random) % (uint64_t)(high - low + 1));
}

static double share(Random *random) { return (double)(next_bits(random) >> 11) / 9007199254740992.0; }

static void draw_numbers(Random *random, Problem *problem, int count, int largest) {
  problem->count = count;
  for (int i = 0; i < count; i++) problem->numbers[i] = between(random, 0, largest);
}

// --- the families: each draws a problem, or says 0 when it must be drawn again -------------------

static int draw_du(Random *random, Problem *problem, int largest) {
  draw_numbers(random, problem, 6, largest);
  memcpy(problem->operators, "+*+-*", 5);
  return 1;
}

static int draw_generic(Random *random, Problem *problem, int level) {
  static const int largest[] = {9, 29, 99, 99};
  int count = level == ANY_LEVEL ? between(random, 2, MOST_NUMBERS) : level;
  draw_numbers(random, problem, count, level == ANY_LEVEL ? largest[between(random, 0, 3)] : 99);
  // Now and then mostly products: chains of four and more factors are rare otherwise.
  double products = level == ANY_LEVEL && share(random) < 0.15 ? 0.7 : 0.32;
  for (int i = 0; i + 1 < count; i++) {
    problem->operators[i] = share(random) < products ? '*' : share(random) < 0.53 ? '+' : '-';
  }
  return 1;
}

static int64_t triple_at(const Problem *problem, int first) {
  return problem->numbers[first] * problem->numbers[first + 1] * problem->numbers[first + 2];
}

static int draw_two_triples(Random *random, Problem *problem, int level) {
  draw_numbers(random, problem, 6, 99);
  memcpy(problem->operators, share(random) < 0.5 ? "**+**" : "**-**", 5);
  return level != TWO_TRIPLES || (triple_at(problem, 0) >= 100000 && triple_at(problem, 3) >= 100000);
}

static int digits_of(int64_t value) {
  int digits = 1;
  while (value >= 10) value /= 10, digits++;
  return digits;
}

static int draw_triple(Random *random, Problem *problem, int level) {
  if (level == TWO_TRIPLES || (level == ANY_LEVEL && share(random) < 0.25)) {
    return draw_two_triples(random, problem, level);
  }
  int count = between(random, 3, MOST_NUMBERS), first = between(random, 0, count - 3);
  draw_numbers(random, problem, count, 99);
  for (int i = 0; i + 1 < count; i++) {
    int inside = i == first || i == first + 1;
    problem->operators[i] = inside ? '*' : share(random) < 0.5 ? '+' : '-';
  }
  if (share(random) < 0.5) {  // Often one more product, apart from the triple.
    int places[MOST_NUMBERS], free_places = 0;
    for (int i = 0; i + 1 < count; i++) {
      if (i < first - 1 || i > first + 2) places[free_places++] = i;
    }
    if (free_places > 0) problem->operators[places[between(random, 0, free_places - 1)]] = '*';
  }
  return level == ANY_LEVEL || digits_of(triple_at(problem, first)) == level;
}

static int draw(Random *random, Problem *problem, int family, int level) {
  switch (family) {
    case DU_29: return draw_du(random, problem, 29);
    case DU_99: return draw_du(random, problem, 99);
    case GENERIC: return draw_generic(random, problem, level);
    default: return draw_triple(random, problem, level);
  }
}

// --- text -----------------------------------------------------------------------------------------

static char *write_integer(char *out, int64_t value) {
  char reversed[24];
  int length = 0;
  if (value < 0) *out++ = '-', value = -value;
  do reversed[length++] = (char)('0' + value % 10), value /= 10; while (value > 0);
  while (length > 0) *out++ = reversed[--length];
  return out;
}

static char *write_question(char *out, const Problem *problem) {
  for (int i = 0; i < problem->count; i++) {
    out = write_integer(out, problem->numbers[i]);
    if (i + 1 < problem->count) *out++ = problem->operators[i];
  }
  return out;
}

// Replaces numbers i and i+1 by their result.
static void contract(Problem *problem, int i, int64_t result) {
  problem->numbers[i] = result;
  for (int j = i + 1; j + 1 < problem->count; j++) problem->numbers[j] = problem->numbers[j + 1];
  for (int j = i; j + 2 < problem->count; j++) problem->operators[j] = problem->operators[j + 1];
  problem->count--;
}

// Writes the working and returns its end; NULL when a step is out of range.
static char *write_answer(char *out, Problem problem) {
  const char *start = out;
  for (int products = 1; products >= 0; products--) {
    for (int i = 0; i + 1 < problem.count;) {
      char operator = problem.operators[i];
      if ((operator == '*') != products) { i++; continue; }
      int64_t a = problem.numbers[i], b = problem.numbers[i + 1];
      int64_t result = operator == '*' ? a * b : operator == '+' ? a + b : a - b;
      if (result > LARGEST_RESULT || result < -LARGEST_RESULT) return NULL;
      if (out != start) *out++ = ';';
      out = write_integer(out, a);
      *out++ = operator;
      out = write_integer(out, b);
      *out++ = '=';
      out = write_integer(out, result);
      contract(&problem, i, result);
    }
  }
  *out++ = '#';
  out = write_integer(out, problem.numbers[0]);
  *out++ = '\n';
  return out;
}

// --- split: by the text of the question, so that a test problem is never trained on ---------------

static int held_out(const char *text, size_t length) {
  static const char salt[] = "rostrum held out 2:";
  uint32_t hash = 2166136261u;  // FNV-1a, then a finaliser.
  for (size_t i = 0; i + 1 < sizeof salt; i++) hash = (hash ^ (uint8_t)salt[i]) * 16777619u;
  for (size_t i = 0; i < length; i++) hash = (hash ^ (uint8_t)text[i]) * 16777619u;
  hash ^= hash >> 16;
  hash *= 0x7FEB352Du;
  hash ^= hash >> 15;
  return hash % 50 == 7;
}

static void encode(uint8_t *row, int width, const char *text, int length, const uint8_t *token_of) {
  memset(row, 0, (size_t)width);
  for (int i = 0; i < length; i++) row[i] = token_of[(uint8_t)text[i]];
}

// Fills `count` rows. Questions read "Q12+15*21\n", answers "15*21=315;12+315=327#327\n".
// `shares`: of the four families, summing to 1. `test`: 1 draws held-out problems only, 0 none of them.
void generate(uint64_t seed, int count, const double *shares, int level, int test, const uint8_t *token_of,
              uint8_t *questions, int32_t *question_lengths, uint8_t *answers, int32_t *answer_lengths) {
  Random random = {seed * 0xD1342543DE82EF95ULL + 0x5851F42D4C957F2DULL};
  for (int row = 0; row < count;) {
    double drawn = share(&random);
    int family = DU_29;
    while (family < TRIPLE && drawn >= shares[family]) drawn -= shares[family++];
    Problem problem;
    char question[64] = "Q", answer[512];
    char *question_end, *answer_end;
    do {  // Within the family, so that its share is kept.
      while (!draw(&random, &problem, family, level)) {}
      question_end = write_question(question + 1, &problem);
      answer_end = write_answer(answer, problem);
    } while (answer_end == NULL || answer_end - answer > ANSWER_WIDTH ||
             held_out(question + 1, (size_t)(question_end - question - 1)) != test);
    *question_end++ = '\n';
    question_lengths[row] = (int32_t)(question_end - question);
    answer_lengths[row] = (int32_t)(answer_end - answer);
    encode(questions + (size_t)row * QUESTION_WIDTH, QUESTION_WIDTH, question, question_lengths[row], token_of);
    encode(answers + (size_t)row * ANSWER_WIDTH, ANSWER_WIDTH, answer, answer_lengths[row], token_of);
    row++;
  }
}
