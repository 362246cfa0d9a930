/* Random full games of Incan Gold written by hand in plain C: the peer that the contract's playouts are measured beside.
 *
 * Five players, the "seed" deck, artifacts worth 5 / 10 by owner, everybody inside stays or leaves with equal
 * probability. A partial shuffle draws the cards. Prints the number of games, nodes (stages and cards) and the mean
 * totals of gems and of points (gems and artifacts) in one game, by which it is checked.
 *
 *   cc -O3 -o incan_gold_playouts incan_gold_playouts.c && ./incan_gold_playouts 1000000 1
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAYERS = 5, ROUNDS = 5, KINDS = 5, TREASURES = 15, HAZARD = 100, ARTIFACT = 200 };
static const int VALUES[TREASURES] = {1, 2, 3, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15};
static uint64_t rng_state[4];

static uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static uint64_t next64(void) {
    uint64_t result = rotl(rng_state[0] + rng_state[3], 23) + rng_state[0], t = rng_state[1] << 17;
    rng_state[2] ^= rng_state[0];
    rng_state[3] ^= rng_state[1];
    rng_state[1] ^= rng_state[2];
    rng_state[0] ^= rng_state[3];
    rng_state[2] ^= t;
    rng_state[3] = rotl(rng_state[3], 45);
    return result;
}

static uint32_t below(uint32_t n) { return (uint32_t)(((next64() >> 32) * n) >> 32); }

static long play(int *gems, int *artifacts) {
    uint8_t removed[KINDS] = {0};
    int deck_artifacts = 0;
    long nodes = 0;
    memset(gems, 0, PLAYERS * sizeof *gems);
    memset(artifacts, 0, PLAYERS * sizeof *artifacts);
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t cards[64];
        int n = 0;
        deck_artifacts++;
        for (int i = 0; i < TREASURES; i++) cards[n++] = (uint8_t)VALUES[i];
        for (int kind = 0; kind < KINDS; kind++)
            for (int copy = removed[kind]; copy < 3; copy++) cards[n++] = (uint8_t)(HAZARD + kind);
        for (int i = 0; i < deck_artifacts; i++) cards[n++] = ARTIFACT;
        int seats[PLAYERS], inside = PLAYERS, pocket = 0, left = 0, on_path = 0, shown = 0;
        for (int i = 0; i < PLAYERS; i++) seats[i] = i;
        while (inside) {
            uint32_t at = below((uint32_t)n);
            int card = cards[at];
            cards[at] = cards[--n];
            nodes++;
            if (card < HAZARD) {
                pocket += card / inside;
                left += card % inside;
            } else if (card < ARTIFACT) {
                int bit = 1 << (card - HAZARD);
                if (shown & bit) {
                    removed[card - HAZARD]++;
                    break;
                }
                shown |= bit;
            } else {
                deck_artifacts--;
                on_path++;
            }
            uint64_t coins = next64() >> 32;
            int leavers[PLAYERS], k = 0, stay = 0;
            for (int i = 0; i < inside; i++) {
                if (coins >> i & 1) leavers[k++] = seats[i];
                else seats[stay++] = seats[i];
            }
            nodes++;
            inside = stay;
            if (k) {
                int share = left / k;
                left -= share * k;
                for (int i = 0; i < k; i++) gems[leavers[i]] += pocket + share;
                if (k == 1) {
                    artifacts[leavers[0]] += on_path;
                    on_path = 0;
                }
            }
        }
    }
    return nodes;
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 1000000, nodes = 0, total = 0, worth = 0;
    struct timespec from, to;
    for (int i = 0; i < 4; i++) rng_state[i] = 0x9E3779B97F4A7C15u * (uint64_t)(atol(argc > 2 ? argv[2] : "1") + i + 1);
    for (int i = 0; i < 64; i++) next64();
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (long game = 0; game < games; game++) {
        int gems[PLAYERS], artifacts[PLAYERS];
        nodes += play(gems, artifacts);
        for (int i = 0; i < PLAYERS; i++) {
            total += gems[i];
            worth += 5 * artifacts[i] + (artifacts[i] > 3 ? 5 * (artifacts[i] - 3) : 0);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    printf("{\"games\": %ld, \"nodes\": %ld, \"mean_gems\": %.6f, \"mean_points\": %.6f, \"seconds\": %.6f}\n", games, nodes,
           (double)total / (double)games, (double)(total + worth) / (double)games, seconds);
    return 0;
}
