"""What the terminal says beside the pieces of the games, in English and Japanese (orienteer.agents.speech)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orienteer.agents.speech import Phrases

PHRASES: Phrases = {
    "you": ("You", "あなた"),
    "sees": ("{game}, seen by {who}", "{game}：{who}から見た盤面"),
    "left": ("You have left the game.", "ゲームを終了しました。"),
    "ended": ("The input has ended, and with it the game.", "入力が終わったため、ゲームを終了します。"),
    "forced": ("Your only move: {move}", "これしかない手：{move}"),
    "saved": ("Saved {count} events in {file}.", "{file}に{count}件の出来事を保存しました。"),
    # Columns.
    "move": ("move", "手"),
    "name": ("name", "入力名"),
    "player": ("player", "プレイヤー"),
    "score": ("points", "得点"),
    "share": ("share of the win", "勝利の取り分"),
    "event": ("event", "事象"),
    "what": ("what", "内容"),
    # Help.
    "type": ("type", "入力"),
    "to": ("to", "すること"),
    "help_move": ("play this move", "その手を打つ"),
    "help_move_typed": ("1, 2, … or a name", "1、2、…または入力名"),
    "help_hint": ("the best move, with reasons", "最善手とその理由"),
    "help_odds": ("the chance of an event; without one, the events", "事象の確率。何も書かなければ事象の一覧"),
    "help_table": ("show the table again", "盤面をもう一度表示する"),
    "help_undo": (
        "take your last choice back, where nothing is hidden",
        "直前の自分の手を取り消す（隠された情報のないゲームのみ）",
    ),
    "help_save": ("write what you have seen until now as a record", "ここまでに見たものを棋譜として保存する"),
    "help_quit": ("leave the game", "ゲームを終了する"),
}
