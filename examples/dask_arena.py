"""A match on a Dask cluster. Here the cluster is two processes of this machine; elsewhere give Client an address.

Results do not depend on where deals are played: `play_contest(contest, DEALS)` finds the same on this machine's cores.
"""

import logging

from distributed import Client, LocalCluster

import orienteer

DEALS = 12


def main() -> None:
    game = orienteer.load_game("incan_gold", players=3)
    agents = tuple(orienteer.parse_agent(game, text) for text in ("mcts iterations=50", "policy leave-at gems=10"))
    contest = orienteer.Contest(game, agents, seed=1)
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.ERROR)
    with cluster, Client(cluster) as client:
        found = orienteer.play_contest(contest, DEALS, executor=client.get_executor())
    for standing in found.standings():
        print(f"{standing.name}: share of the wins {standing.share}, fair is {1 / game.num_players:.3f}")
    for rating in found.ratings():
        print(f"{contest.names[rating.agent]}: {rating.points:+.0f} Elo")


if __name__ == "__main__":  # processes that are started read this file again
    main()
