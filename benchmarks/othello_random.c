/* Random Othello games on 64-bit boards, one game at a time: the plain C side of the comparison.
 *
 *   gcc -O3 -march=native -o othello_random othello_random.c
 *   ./othello_random flip|vanish N_GAMES SEED
 *
 * Both sides draw uniformly from their legal moves. A pass is counted when the other side then places a
 * disc; a game stops at 500 plies if a side could still move. One line of JSON is printed: integer sums
 * over all games, the seconds of the playing loop and the games a second.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#define MAX_PLIES 500
#define NOT_FILE_A UINT64_C(0xfefefefefefefefe)
#define NOT_FILE_H UINT64_C(0x7f7f7f7f7f7f7f7f)
#define INNER_FILES (NOT_FILE_A & NOT_FILE_H)
#define ALL UINT64_MAX

/* bit = row * 8 + column, a1 = bit 0, rows from the top */
#define BLACK_START (UINT64_C(1) << 28 | UINT64_C(1) << 35)
#define WHITE_START (UINT64_C(1) << 27 | UINT64_C(1) << 36)

enum reason { WIPEOUT, BOARD_FULL, NO_MOVES, CAPPED, N_REASONS };
static const char *const reason_names[N_REASONS] = {"wipeout", "board_full", "no_moves", "capped"};

/* ---- random numbers: splitmix64, one stream for the whole run ---- */

static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Below n, with a bias under n / 2^64. */
static inline unsigned random_below(uint64_t *state, unsigned n)
{
    return (unsigned)((unsigned __int128)next_random(state) * n >> 64);
}

static inline unsigned kth_set_bit(uint64_t bits, unsigned k)
{
#ifdef __BMI2__
    return (unsigned)__builtin_ctzll(_pdep_u64(UINT64_C(1) << k, bits));
#else
    while (k--)
        bits &= bits - 1;
    return (unsigned)__builtin_ctzll(bits);
#endif
}

/* ---- legal moves: Kogge-Stone fills ---- */

/* The runs of `through` that start beside `from`, in the direction of one left or right shift. */
#define FILL(NAME, SHIFT)                                                                                     \
    static inline uint64_t NAME(uint64_t from, uint64_t through, int by)                                      \
    {                                                                                                         \
        uint64_t run = through & from SHIFT by;                                                               \
        run |= through & run SHIFT by;                                                                        \
        uint64_t pairs = through & through SHIFT by;                                                          \
        run |= pairs & run SHIFT 2 * by;                                                                      \
        run |= pairs & run SHIFT 2 * by;                                                                      \
        return run;                                                                                           \
    }
FILL(fill_up, <<)
FILL(fill_down, >>)

static inline uint64_t legal_moves(uint64_t mover, uint64_t opponent)
{
    uint64_t inner = opponent & INNER_FILES; /* a captured run never touches the edge it would wrap over */
    uint64_t ends = fill_up(mover, inner, 1) << 1 | fill_down(mover, inner, 1) >> 1 |
                    fill_up(mover, inner, 7) << 7 | fill_down(mover, inner, 7) >> 7 |
                    fill_up(mover, inner, 9) << 9 | fill_down(mover, inner, 9) >> 9 |
                    fill_up(mover, opponent, 8) << 8 | fill_down(mover, opponent, 8) >> 8;
    return ends & ~(mover | opponent);
}

/* ---- captures of one move: the nearest disc on each ray that is not the opponent's ---- */

static uint64_t rays_up[64][4], rays_down[64][4]; /* squares of higher, and of lower, number on each line */

static void make_rays(void)
{
    static const int steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}}; /* rows, columns */
    for (int square = 0; square < 64; square++)
        for (int line = 0; line < 4; line++)
            for (int sign = -1; sign <= 1; sign += 2) {
                uint64_t ray = 0;
                int row = square / 8, column = square % 8;
                for (;;) {
                    row += sign * steps[line][0];
                    column += sign * steps[line][1];
                    if (row < 0 || row > 7 || column < 0 || column > 7)
                        break;
                    ray |= UINT64_C(1) << (row * 8 + column);
                }
                (sign > 0 ? rays_up : rays_down)[square][line] = ray;
            }
}

static inline uint64_t captures(unsigned square, uint64_t mover, uint64_t opponent)
{
    uint64_t captured = 0;
    for (int line = 0; line < 4; line++) {
        uint64_t ray = rays_up[square][line], stops = ray & ~opponent;
        uint64_t end = stops & -stops & mover;
        captured |= ray & (end - (end != 0));

        ray = rays_down[square][line];
        stops = ray & ~opponent;
        end = (UINT64_C(1) << 63) >> __builtin_clzll(stops | 1) & stops & mover;
        captured |= ray & -end << 1;
    }
    return captured;
}

/* ---- one game ---- */

struct result {
    uint64_t black, white;
    unsigned plies, passes_black, passes_white;
    enum reason reason;
};

static inline struct result play(int vanish, uint64_t *random)
{
    uint64_t mover = BLACK_START, opponent = WHITE_START, swap;
    unsigned white_to_move = 0;
    unsigned passes[2] = {0, 0};
    struct result result = {0};

    for (;;) {
        uint64_t moves = legal_moves(mover, opponent);
        if (!moves) {
            moves = legal_moves(opponent, mover);
            if (!moves) {
                result.reason = !mover || !opponent          ? WIPEOUT
                                : (mover | opponent) == ALL ? BOARD_FULL
                                                            : NO_MOVES;
                break;
            }
            if (result.plies < MAX_PLIES)
                passes[white_to_move]++;
            swap = mover, mover = opponent, opponent = swap;
            white_to_move ^= 1;
        }
        if (result.plies == MAX_PLIES) {
            result.reason = CAPPED;
            break;
        }
        unsigned k = random_below(random, (unsigned)__builtin_popcountll(moves));
        unsigned square = kth_set_bit(moves, k);
        uint64_t captured = captures(square, mover, opponent);
        swap = opponent & ~captured;
        opponent = mover | UINT64_C(1) << square | (vanish ? 0 : captured);
        mover = swap;
        white_to_move ^= 1;
        result.plies++;
    }
    result.black = white_to_move ? opponent : mover;
    result.white = white_to_move ? mover : opponent;
    result.passes_black = passes[0];
    result.passes_white = passes[1];
    return result;
}

/* ---- many games ---- */

struct sums {
    uint64_t black_wins, white_wins, draws;
    uint64_t plies, passes_black, passes_white, black, white, margin_squares;
    int64_t margin;
    uint64_t reasons[N_REASONS];
};

static inline void add(struct sums *sums, struct result result)
{
    int black = __builtin_popcountll(result.black), white = __builtin_popcountll(result.white);
    int margin = black - white, capped = result.reason == CAPPED;
    sums->black_wins += !capped && margin > 0;
    sums->white_wins += !capped && margin < 0;
    sums->draws += !capped && margin == 0;
    sums->plies += result.plies;
    sums->passes_black += result.passes_black;
    sums->passes_white += result.passes_white;
    sums->black += (uint64_t)black;
    sums->white += (uint64_t)white;
    sums->margin += margin;
    sums->margin_squares += (uint64_t)(margin * margin);
    sums->reasons[result.reason]++;
}

/* One loop for each rule, so that the rule is not tested inside a game. */
static void play_flip(uint64_t n, uint64_t *random, struct sums *sums)
{
    for (uint64_t game = 0; game < n; game++)
        add(sums, play(0, random));
}

static void play_vanish(uint64_t n, uint64_t *random, struct sums *sums)
{
    for (uint64_t game = 0; game < n; game++)
        add(sums, play(1, random));
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void print_sums(const char *rule, uint64_t n, uint64_t seed, double seconds,
                       const struct sums *sums)
{
    printf("{\"rule\": \"%s\", \"n\": %" PRIu64 ", \"seed\": %" PRIu64
           ", \"seconds\": %.6f, \"games_per_second\": %.0f",
           rule, n, seed, seconds, (double)n / seconds);
    printf(", \"black_wins\": %" PRIu64 ", \"white_wins\": %" PRIu64 ", \"draws\": %" PRIu64
           ", \"plies\": %" PRIu64 ", \"passes_black\": %" PRIu64 ", \"passes_white\": %" PRIu64
           ", \"black\": %" PRIu64 ", \"white\": %" PRIu64 ", \"margin\": %" PRId64
           ", \"margin_squares\": %" PRIu64,
           sums->black_wins, sums->white_wins, sums->draws, sums->plies, sums->passes_black,
           sums->passes_white, sums->black, sums->white, sums->margin, sums->margin_squares);
    for (int reason = 0; reason < N_REASONS; reason++)
        printf(", \"%s\": %" PRIu64, reason_names[reason], sums->reasons[reason]);
    printf("}\n");
}

static uint64_t whole_number(const char *text)
{
    char *end;
    uint64_t number = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end) {
        fprintf(stderr, "not a whole number: %s\n", text);
        exit(2);
    }
    return number;
}

int main(int argc, char **argv)
{
    int vanish = argc == 4 && !strcmp(argv[1], "vanish");
    if (argc != 4 || (!vanish && strcmp(argv[1], "flip"))) {
        fprintf(stderr, "usage: othello_random flip|vanish N_GAMES SEED\n");
        return 2;
    }
    uint64_t n = whole_number(argv[2]), seed = whole_number(argv[3]), random = seed;
    struct sums sums = {0};
    make_rays();
    double start = now();
    (vanish ? play_vanish : play_flip)(n, &random, &sums);
    print_sums(argv[1], n, seed, now() - start, &sums);
    return 0;
}
