from django.db import transaction
from django.urls import include, path
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scripts.bench.bare.models import Bowl, Line


class LineSerializer(serializers.Serializer):
    client_uuid = serializers.UUIDField()
    kind = serializers.CharField(max_length=12)
    seat = serializers.IntegerField()
    dice = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=6), min_length=6, max_length=6)


class BareView(APIView):
    authentication_classes: list[type] = []
    permission_classes = [AllowAny]

    def post(self, request: Request, pk: int) -> Response:
        serializer = LineSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        body = {**serializer.validated_data, "client_uuid": str(serializer.validated_data["client_uuid"])}
        with transaction.atomic():
            bowl = Bowl.objects.select_for_update().get(pk=pk)
            bowl.seq += 1
            Line.objects.create(bowl=bowl, seq=bowl.seq, client_uuid=body["client_uuid"], body=body)
            bowl.save(update_fields=["seq", "state"])
        return Response({"seq": bowl.seq}, status=201)


urlpatterns = [
    path("bare/<int:pk>/", BareView.as_view()),
    path("", include("bobing_event.config.urls")),
]
