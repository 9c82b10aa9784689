from django.urls import URLPattern, path

from awards import views

PRIZES = "events/<slug:slug>/prizes/"

urlpatterns: list[URLPattern] = [
    path(PRIZES, views.prizes, name="prizes"),
    path(f"{PRIZES}add/", views.prize_add, name="prize-add"),
    path(f"{PRIZES}<int:pk>/", views.prize_change, name="prize-change"),
    path(f"{PRIZES}<int:pk>/remove/", views.prize_remove, name="prize-remove"),
    path(f"{PRIZES}<int:pk>/picture/", views.prize_picture, name="prize-picture"),
    path(f"{PRIZES}<int:pk>/picture/remove/", views.prize_picture_remove, name="prize-picture-remove"),
    path(f"{PRIZES}pieces/", views.pieces_set, name="prize-pieces"),
    path(f"{PRIZES}classic/", views.pieces_classic, name="prize-classic"),
    path(f"{PRIZES}settings/", views.settings_set, name="prize-settings"),
    path(f"{PRIZES}plan/add/", views.plan_line_add, name="plan-line-add"),
    path(f"{PRIZES}plan/<int:pk>/", views.plan_line_change, name="plan-line-change"),
    path(f"{PRIZES}plan/<int:pk>/remove/", views.plan_line_remove, name="plan-line-remove"),
    path(f"{PRIZES}import/", views.goods_import, name="goods-import"),
    path(f"{PRIZES}import/commit/", views.goods_import_commit, name="goods-import-commit"),
    path(f"{PRIZES}sheet/", views.goods_sheet_template, name="goods-sheet"),
]
