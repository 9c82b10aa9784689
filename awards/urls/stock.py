from django.urls import URLPattern, path

from awards.views import stock, stock_tables

BASE = "events/<slug:slug>/prizes/"

urlpatterns: list[URLPattern] = [
    path(f"{BASE}stock/", stock.prize_stock, name="prize-stock"),
    path(f"{BASE}stock/receive/", stock.prize_receive, name="prize-receive"),
    path(f"{BASE}stock/write-off/", stock.prize_write_off, name="prize-write-off"),
    path(f"{BASE}stock/<int:number>/", stock.prize_movement, name="prize-movement"),
    path(f"{BASE}stock/<int:number>/undo/", stock.prize_movement_undo, name="prize-movement-undo"),
    path(f"{BASE}tables/", stock_tables.prize_tables, name="prize-tables"),
    path(f"{BASE}tables/supply/", stock_tables.prize_supply, name="prize-supply"),
    path(f"{BASE}tables/<int:pk>/", stock_tables.prize_table, name="prize-table"),
    path(f"{BASE}tables/<int:pk>/count/", stock_tables.prize_table_count, name="prize-table-count"),
    path(f"{BASE}tables/<int:pk>/restock/", stock_tables.prize_table_restock, name="prize-table-restock"),
    path(f"{BASE}tables/<int:pk>/return/", stock_tables.prize_table_return, name="prize-table-return"),
    path(f"{BASE}reconciliation/", stock_tables.prize_reconciliation, name="prize-reconciliation"),
]
