from django.db import models


class Bowl(models.Model):  # noqa: DJ008
    """Stands for a table: a counter and a snapshot of the size a table's has."""

    seq = models.PositiveIntegerField(default=0)
    state = models.JSONField(default=dict)


class Line(models.Model):  # noqa: DJ008
    """Stands for an entry."""

    bowl = models.ForeignKey(Bowl, models.CASCADE, related_name="lines")
    seq = models.PositiveIntegerField()
    client_uuid = models.UUIDField()
    body = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["bowl", "seq"], name="line_seq_once")]
