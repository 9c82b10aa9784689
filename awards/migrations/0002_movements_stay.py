"""The stock ledger is append-only: the database refuses to change a movement or a line of one."""

from django.db import migrations

TABLES = ("awards_movement", "awards_movementline")
SENTENCE = "the stock ledger is append-only"

POSTGRES = f"""
CREATE FUNCTION awards_ledger_stays() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{SENTENCE}'; END $$
"""


def add(apps, schema_editor):
    execute = schema_editor.execute
    if schema_editor.connection.vendor == "postgresql":
        execute(POSTGRES)
        for table in TABLES:
            execute(
                f"CREATE TRIGGER {table}_stays BEFORE UPDATE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION awards_ledger_stays()"
            )
    elif schema_editor.connection.vendor == "sqlite":
        for table in TABLES:
            execute(
                f"CREATE TRIGGER {table}_stays BEFORE UPDATE ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
            )


def remove(apps, schema_editor):
    for table in TABLES:
        on = f" ON {table}" if schema_editor.connection.vendor == "postgresql" else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_stays{on}")
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION IF EXISTS awards_ledger_stays")


class Migration(migrations.Migration):
    dependencies = [("awards", "0001_initial")]
    operations = [migrations.RunPython(add, remove)]
