"""The stock ledger loses nothing: PostgreSQL refuses to delete a movement or a line of one.

SQLite does not: `flush`, by which transaction tests and demos begin anew, is a DELETE of every row there. On PostgreSQL
it is a TRUNCATE, at which triggers of rows are silent.
"""

from django.db import migrations

TABLES = ("awards_movement", "awards_movementline")


def add(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for table in TABLES:
            schema_editor.execute(
                f"CREATE TRIGGER {table}_is_kept BEFORE DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION awards_ledger_stays()"
            )


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for table in TABLES:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_is_kept ON {table}")


class Migration(migrations.Migration):
    dependencies = [("awards", "0002_movements_stay")]
    operations = [migrations.RunPython(add, remove)]
