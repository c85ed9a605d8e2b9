"""Addresses of a table. `t` is the table's own address, `w` the watch-only one."""

from __future__ import annotations

from django.urls import path, re_path

from companion.tables.views import evening, export, join, log, notebook, play, result, seats, table

T = r"^t/(?P<token>[A-Za-z0-9_-]{16,32})/"
W = r"^w/(?P<token>[A-Za-z0-9_-]{16,32})/"
N = r"(?P<number>[1-9][0-9]{0,3})/"
WATCHING = {"watching": True}

urlpatterns = [
    path("join/", join.join, name="join"),
    re_path(T + "$", table.table, name="table"),
    re_path(T + "open/$", table.open_empty, name="open_table"),
    re_path(T + "name/$", table.rename, name="rename_table"),
    re_path(T + "joining/$", table.joining, name="joining"),
    re_path(T + "next/$", table.next_play, name="next_play"),
    re_path(T + "delete/$", table.delete, name="delete_table"),
    re_path(T + "restore/$", table.restore, name="restore_table"),
    re_path(T + "evening/$", evening.evening, name="evening"),
    re_path(T + "evening[.]txt$", evening.text, name="evening_text"),
    re_path(T + "picture[.]svg$", evening.drawing, name="evening_picture"),
    re_path(T + "print/$", evening.print_page, name="print_evening"),
    re_path(T + "export[.]json$", export.table_json, name="export_table"),
    re_path(T + "export[.]csv$", export.table_csv, name="export_evening_csv"),
    re_path(T + "seats/$", seats.choose, name="seats"),
    re_path(T + "seats/add/$", seats.add, name="add_seat"),
    re_path(T + "seats/stand/$", seats.stand_up, name="stand_up"),
    re_path(T + "seats/(?P<seat>[0-9]{1,15})/$", seats.edit, name="seat"),
    re_path(T + "seats/(?P<seat>[0-9]{1,15})/sit/$", seats.sit, name="sit"),
    re_path(T + "seats/(?P<seat>[0-9]{1,15})/(?P<way>up|down)/$", seats.move, name="move_seat"),
    re_path(T + "seats/(?P<seat>[0-9]{1,15})/(?P<way>aside|back)/$", seats.aside, name="aside"),
    re_path(T + N + "$", play.play, name="play"),
    re_path(T + N + "log/$", log.log, name="log"),
    re_path(T + N + "settings/$", play.settings_page, name="play_settings"),
    re_path(T + N + "amend/(?P<entry>[0-9]{1,6})/$", play.amend_page, name="amend"),
    re_path(T + N + "result/$", result.result, name="result"),
    re_path(T + N + "result[.]txt$", result.text, name="result_text"),
    re_path(T + N + "picture[.]svg$", result.drawing, name="picture"),
    re_path(T + N + "print/$", result.print_page, name="print"),
    re_path(T + N + "notebook/$", notebook.hand_over, name="notebook"),
    re_path(
        T + N + "notebook/take/(?P<ticket>[A-Za-z0-9:_-]+)/$", notebook.take, name="take_notebook"
    ),
    re_path(T + N + "notebook/(?P<name>[a-z_]+)/$", play.private_move, name="private_move"),
    re_path(T + N + "export[.]json$", export.play_json, name="export_play"),
    re_path(T + N + "export[.]csv$", export.play_csv, name="export_csv"),
    re_path(T + N + "(?P<name>[a-z-]+)[.]json$", export.game_file, name="game_file"),
    re_path(T + N + "(?P<name>[a-z_-]+)/$", play.page_or_move, name="move"),
    re_path(W + "$", table.table, WATCHING, name="watch"),
    re_path(W + N + "$", play.play, WATCHING, name="watch_play"),
]
